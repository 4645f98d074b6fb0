/** Plain strided arrays, a library to try an adapter on: replace it by yours. */

/** What the library throws. `kind` is one of the kinds of errors of the protocol. */
export class PlainError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const product = (sizes) => sizes.reduce((count, size) => count * size, 1);

/** [a dimension that may count from the end, rank] -> it from the front. */
function wrap(dim, rank) {
  if (dim < -rank || dim >= rank) throw new PlainError("dim_out_of_range", `dimension ${dim} of rank ${rank}`);
  return dim < 0 ? dim + rank : dim;
}

/** [sizes] -> the strides of a row-major array. */
function rowMajor(sizes) {
  const strides = sizes.map(() => 1);
  for (let d = sizes.length - 2; d >= 0; d--) strides[d] = strides[d + 1] * Math.max(sizes[d + 1], 1);
  return strides;
}

export class Plain {
  /** [typed array, its dtype's name, sizes, strides and offset in elements] */
  constructor(data, dtype, sizes, strides = rowMajor(sizes), offset = 0) {
    Object.assign(this, { data, dtype, sizes, strides, offset });
  }

  /** [sizes, strides, offset] -> another array of the same memory. */
  view(sizes, strides, offset = this.offset) {
    return new Plain(this.data, this.dtype, sizes, strides, offset);
  }

  /** Where the elements are in `data`, row-major. */
  places() {
    let places = product(this.sizes) === 0 ? [] : [this.offset];
    this.sizes.forEach((size, d) => {
      places = places.flatMap((place) => Array.from({ length: size }, (_, k) => place + k * Number(this.strides[d])));
    });
    return places;
  }

  toList() {
    return this.places().map((place) => this.data[place]);
  }

  clone() {
    return new Plain(this.data.constructor.from(this.toList()), this.dtype, this.sizes);
  }

  isContiguous() {
    const wanted = rowMajor(this.sizes);
    return product(this.sizes) === 0 || this.sizes.every((size, d) => size === 1 || this.strides[d] === wanted[d]);
  }

  contiguous() {
    return this.isContiguous() ? this : this.clone();
  }

  permute(dims) {
    const rank = this.sizes.length;
    if (dims.length !== rank) throw new PlainError("rank", `${dims.length} dimensions for rank ${rank}`);
    const from = [];
    for (const dim of dims) {
      const d = wrap(dim, rank);
      if (from.includes(d)) throw new PlainError("duplicate_dim", `dimension ${d} is named twice`);
      from.push(d);
    }
    return this.view(from.map((d) => this.sizes[d]), from.map((d) => this.strides[d]));
  }

  /** [the sizes wanted; -1 keeps one] -> a view in which size 1 and new dimensions are repeated, with stride 0. */
  expand(wanted) {
    const more = wanted.length - this.sizes.length;
    if (more < 0) throw new PlainError("rank", `${wanted.length} sizes for rank ${this.sizes.length}`);
    const [sizes, strides] = [[...wanted], wanted.map(() => 0)];
    for (let d = wanted.length - 1; d >= 0; d--) {
      const own = d < more ? 1 : this.sizes[d - more];
      if (wanted[d] < -1 || (wanted[d] === -1 && d < more)) throw new PlainError("argument", `size ${wanted[d]}`);
      if (wanted[d] === -1) sizes[d] = own;
      if (own !== 1 && own !== sizes[d]) throw new PlainError("size", `size ${own} cannot be ${sizes[d]}`);
      if (own !== sizes[d]) continue;
      strides[d] = d >= more ? this.strides[d - more] : d + 1 < wanted.length ? sizes[d + 1] * strides[d + 1] : 1;
    }
    const count = sizes.reduce((product, size) => product * BigInt(size), 1n);
    if (count >= 2n ** 63n) throw new PlainError("overflow", "the sizes multiply beyond int64");
    return this.view(sizes, strides);
  }

  /** An item per dimension, from the first: a number, or {start, stop, step}. */
  index(items) {
    if (this.sizes.length === 0 && items.length > 0) throw new PlainError("rank", "rank 0 has no dimension");
    if (items.length > this.sizes.length) throw new PlainError("dim_out_of_range", "more items than dimensions");
    let offset = this.offset;
    const [sizes, strides] = [[], []];
    this.sizes.forEach((size, d) => {
      const item = items[d] ?? { start: null, stop: null, step: null };
      if (typeof item !== "object") {
        if (item < -size || item >= size) throw new PlainError("index_out_of_range", `index ${item} of size ${size}`);
        offset += (item < 0 ? item + size : item) * this.strides[d];
        return;
      }
      const step = item.step ?? 1;
      if (step < 1) throw new PlainError("argument", `step ${step}`);
      const bound = (end) => Math.min(Math.max(end < 0 ? end + size : end, 0), size);
      const [start, stop] = [bound(item.start ?? 0), bound(item.stop ?? size)];
      sizes.push(Math.max(Math.ceil((stop - start) / step), 0));
      strides.push(this.strides[d] * step);
      offset += start * this.strides[d];
    });
    return this.view(sizes, strides, offset);
  }

  split(dim) {
    const d = wrap(dim, Math.max(this.sizes.length, 1));
    if (this.sizes.length === 0) throw new PlainError("rank", "rank 0 has no dimension");
    const all = Array(d).fill({ start: null, stop: null, step: null });
    return Array.from({ length: this.sizes[d] }, (_, k) => this.index([...all, k]));
  }

  fill(value) {
    for (const place of this.places()) this.data[place] = value;
  }

  copy(source) {
    const list = source.expand(this.sizes).toList();
    this.places().forEach((place, k) => {
      this.data[place] = list[k];
    });
  }
}
