"""Where tables are kept: one small protocol, and its adapters."""

from atout.server.store.protocol import (
    Duplicate,
    Fenced,
    Store,
    StoreBusy,
    StoredTable,
    StoreError,
    Taken,
    Unsaved,
)

__all__ = ["Duplicate", "Fenced", "Store", "StoreBusy", "StoreError", "StoredTable", "Taken", "Unsaved"]
