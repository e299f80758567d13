"""Do the process's threads share the heaps that they are told to?"""

import platform
import subprocess
import sys

import pytest

_COUNT = """
import ctypes, sys, threading
from perspective.daemon import heap
is_told = heap.share_arenas() if sys.argv[1] == "shared" else True
start, end = threading.Barrier(17), threading.Barrier(17)
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p

def work():
    start.wait()
    libc.malloc(64)
    end.wait()

threads = [threading.Thread(target=work) for _ in range(16)]
for thread in threads:
    thread.start()
start.wait()
end.wait()
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def _n_heaps(how: str) -> int:
    finished = subprocess.run(
        [sys.executable, "-c", _COUNT, how], capture_output=True, text=True, check=True
    )
    return finished.stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
def test_threads_share_two_heaps() -> None:
    """Sixteen threads have two heaps between them; without being told they have more."""
    alone = _n_heaps("alone")
    assert alone > 2
    assert _n_heaps("shared") == 2
