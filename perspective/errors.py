"""What can go wrong, in one tree; callers catch the branch they can act on.

PerspectiveError
├─ CallerError                 the request cannot be served as it stands
│  ├─ InvalidRequest           a field is wrong; `fields` names each one
│  ├─ NotFound                 → TenantNotFound · MemoryNotFound · EntityNotFound
│  │                             ProcessNotFound
│  ├─ Conflict                 it contradicts what is already stored
│  ├─ QuotaExceeded            the tenant is full
│  └─ EngineNotOpen            the engine was not opened, or is closed
├─ SettingsError               → UnknownKey · BadValue
├─ StorageError                → StoreUnavailable (retryable) · StoreCorrupt · SchemaTooNew
│                                · DimensionMismatch · DiskFull
├─ ModelError                  → ModelMissing · ModelTimeout (retryable) · ModelBusy (retryable)
│                                · ModelOutputInvalid · ContextTooLong
└─ DaemonError                 → AlreadyRunning · NotRunning · PortInUse

A class's docstring is its default message. HTTP statuses live in `api/problems.py` alone.
"""

from __future__ import annotations

from typing import ClassVar


class PerspectiveError(Exception):
    """Perspective could not do what was asked."""

    retryable: ClassVar[bool] = False

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class CallerError(PerspectiveError):
    """The request cannot be served as it stands."""


class InvalidRequest(CallerError):
    """The request has a wrong or missing field."""

    def __init__(
        self, message: str | None = None, *, fields: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(message)
        self.fields = fields


class NotFound(CallerError):
    """There is nothing by that name."""


class TenantNotFound(NotFound):
    """There is no tenant with this id."""


class MemoryNotFound(NotFound):
    """There is no memory with this id."""


class EntityNotFound(NotFound):
    """There is no entity with this id."""


class ProcessNotFound(NotFound):
    """There is no process with this id."""


class Conflict(CallerError):
    """The request contradicts what is already stored."""


class QuotaExceeded(CallerError):
    """The tenant holds as many memories as its max_memories allows."""


class EngineNotOpen(CallerError):
    """The engine is not open: use `async with perspective.connect()`."""


class SettingsError(PerspectiveError):
    """The settings cannot be used."""


class UnknownKey(SettingsError):
    """A setting has a name that does not exist."""


class BadValue(SettingsError):
    """A setting has a value that cannot be used."""


class StorageError(PerspectiveError):
    """The store could not do its work."""


class StoreUnavailable(StorageError):
    """The store is busy or not reachable at the moment."""

    retryable = True


class StoreCorrupt(StorageError):
    """The store's files are damaged."""


class SchemaTooNew(StorageError):
    """The store was written by a newer major version of Perspective."""


class DimensionMismatch(StorageError):
    """The embedder's dimensions differ from those the tenant was made with."""


class DiskFull(StorageError):
    """The disk is full; nothing was written."""


class ModelError(PerspectiveError):
    """A model could not do its work."""


class ModelMissing(ModelError):
    """A model's file is missing, or is not the one that was pinned."""


class ModelTimeout(ModelError):
    """A model did not answer in time."""

    retryable = True


class ModelBusy(ModelError):
    """A model's server asks to be left alone for a while."""

    retryable = True

    def __init__(self, message: str | None = None, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ModelOutputInvalid(ModelError):
    """A model answered with something that cannot be used."""


class ContextTooLong(ModelError):
    """The text is longer than the model can take."""


class DaemonError(PerspectiveError):
    """The daemon could not be started, reached or stopped."""


class AlreadyRunning(DaemonError):
    """Another process owns this data directory."""


class NotRunning(DaemonError):
    """No daemon is running for this data directory."""


class PortInUse(DaemonError):
    """The port is taken by another program."""
