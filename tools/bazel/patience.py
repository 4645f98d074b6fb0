"""What a test may ask of a machine that is slow or busy: it waits for what is sure to come, and what it bounds are seconds of
CPU beside those of a yardstick. What never comes ends with the time of its target.

until(holds)  waits
cost(run)     seconds of CPU
"""
import gc
import json
import resource
import time

YARDSTICK = json.dumps([{"name": f"t/{k}", "sizes": [k] * 8, "ok": True} for k in range(60_000)])  # It fits into no cache.
QUICK = 0.065  # Seconds that the yardstick takes on a quick machine, of which all bounds are.


def until(holds, process=None):
    """Waits until holds() is true. AssertionError if the process that should make it so has ended before."""
    while not holds():
        if process is not None and process.poll() is not None and not holds():
            raise AssertionError(f"it ended, with {process.returncode}, and what was waited for has not come")
        time.sleep(0.01)


def of_children():
    """-> seconds of CPU of the processes that have ended, which this one started"""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def yardstick():
    """-> seconds of CPU that json needs to read one text: the fastest of three, whatever else this process holds"""
    gc.disable()
    spent = []
    for _ in range(3):
        began = time.process_time()
        json.loads(YARDSTICK)
        spent.append(time.process_time() - began)
    gc.enable()
    return min(spent)


def cost(run, what="", times=3):
    """[what starts processes, its name] -> their seconds of CPU, on a quick machine, of the fastest of some runs: what else
    runs here slows each, and not the yardstick by as much; a bound is twice what was measured"""
    best, machine = float("inf"), QUICK
    for _ in range(times):
        machine = max(machine, yardstick())
        began = of_children()
        run()
        best = min(best, of_children() - began)
    print(f"{what}: {best:.3f} s of CPU, this machine {machine / QUICK:.2f} times as slow as a quick one")
    return best * QUICK / machine
