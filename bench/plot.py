"""A plot of a few curves as SVG: numbers along the bottom, a logarithmic scale on the left."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT, MARGIN = 640, 400, 60
STYLES = (("#0b5fa5", ""), ("#b3261e", "8 3"), ("#1b7f3b", "2 3"), ("#6a3d9a", "8 3 2 3"))
"""A colour and a dash each: colour alone tells nothing."""


def curves(lines: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str) -> str:
    """An SVG of named curves, each a sequence of points with positive heights."""
    points = [point for line in lines.values() for point in line]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = floor(log10(min(y for _, y in points))), ceil(log10(max(y for _, y in points)))

    def place(x: float, y: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * (x - left) / (right - left)
        return across, HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (log10(y) - low) / (high - low)

    drawn = [
        f'<svg xmlns="http:{"/" * 2}www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{escape(up)}: {escape(across)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for power in range(low, high + 1):
        x, y = place(left, 10.0**power)
        drawn.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - MARGIN}" stroke="#ccc"/>')
        drawn.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for number in range(ceil(left), floor(right) + 1):
        x, y = place(number, 10.0**low)
        drawn.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{number}</text>')
    for (name, line), (colour, dash) in zip(lines.items(), STYLES, strict=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        x, y = place(*line[-1])
        drawn.append(f'<text x="{x + 4:.1f}" y="{y - 4:.1f}" fill="{colour}">{escape(name)}</text>')
    drawn.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">{escape(across)}</text>')
    drawn.append(f'<text x="{MARGIN}" y="{MARGIN - 20}">{escape(up)}</text></svg>')
    return "\n".join(drawn) + "\n"
