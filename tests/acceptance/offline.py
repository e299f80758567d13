"""A shell without a network: loopback alone. Run by `test_offline`, inside `unshare -rn`.

Brings loopback up, proves that nothing beyond it can be reached, and becomes the command line
that is given.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
import sys

_SIOCGIFFLAGS, _SIOCSIFFLAGS = 0x8913, 0x8914
_IFF_UP = 0x1
OUTSIDE = (("192.0.2.1", 80), ("1.1.1.1", 443))  # one of documentation, one that answers people


def raise_loopback() -> None:
    """127.0.0.1 can be reached in this network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        request = struct.pack("16sH14s", b"lo", 0, b"")
        name, flags, rest = struct.unpack("16sH14s", fcntl.ioctl(device, _SIOCGIFFLAGS, request))
        fcntl.ioctl(device, _SIOCSIFFLAGS, struct.pack("16sH14s", name, flags | _IFF_UP, rest))


def check_that_nothing_is_outside() -> None:
    """Every connect to an outside address fails at once, for want of a network."""
    for address in OUTSIDE:
        with socket.socket() as probe:
            probe.settimeout(5)
            code = probe.connect_ex(address)
        assert code == errno.ENETUNREACH, (address, os.strerror(code))


def main() -> None:
    """Becomes the given command, without a network."""
    raise_loopback()
    check_that_nothing_is_outside()
    os.execv(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
