"""What is shown: a pure function of a view, the facts of the table and a speaker.

The only place that turns a view into what a page draws. Public parts are made from the spectators' view, one's own
from one's own: nothing a seat may not know can get into either. Each part names what it is made from, so that an
unchanged part is neither made nor sent again.
"""

from atout.server.scene.scenery import Audience, Scenery, seen_events
from atout.server.scene.setting import Presence, Setting

__all__ = ["Audience", "Presence", "Scenery", "Setting", "seen_events"]
