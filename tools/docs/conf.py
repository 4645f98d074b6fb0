"""How Sphinx makes the book and the manual page; book.py writes what it reads, and gives the rest."""
project = "viewproof"
extensions = ["myst_parser", "rules"]
myst_heading_anchors = 4  # As GitHub names them.
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # It would fetch pages, which a browser refuses to a file.
html_use_index = False
smartquotes = False  # A page has the words of its file.
html_css_files = ["book.css"]
man_pages = [("index", "viewproof", "check that a tensor library's views behave as PyTorch's do", [], 1)]
