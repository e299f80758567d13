"""On which machine was it measured?"""

from __future__ import annotations

import os
import platform

from perspective.evaluation.result import Machine


def this_machine() -> Machine:
    """What the figures depend on beside the code."""
    return Machine(
        system=platform.platform(),
        cpu_count=os.cpu_count(),
        load_average=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        python=platform.python_version(),
    )
