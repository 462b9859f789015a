# SPDX-License-Identifier: Apache-2.0
"""Makes distances.csv with mpmath 1.3 at 60 digits:

    pip install mpmath && python3 distances.py > distances.csv

A row: latitude and longitude of two places (Doubles in their shortest form) and their great-circle distance in
metres on a sphere of 6371008.8 m, rounded to 25 digits. The degrees are taken as the Doubles they are.
"""
import math
import random

from mpmath import atan2, cos, mp, mpf, nstr, pi, sin, sqrt

mp.dps = 60
RADIUS = mpf("6371008.8")
random.seed(20261130)


def distance(latitude1, longitude1, latitude2, longitude2):
    a, b, c, d = (mpf(x) * pi / 180 for x in (latitude1, longitude1, latitude2, longitude2))
    h = sin((c - a) / 2) ** 2 + cos(a) * cos(c) * sin((d - b) / 2) ** 2
    # At 60 digits a haversine under 1e-60 is rounding: the places are equal.
    return 2 * RADIUS * atan2(sqrt(h), sqrt(max(0, 1 - h))) if h > mpf("1e-60") else mpf(0)


def row(latitude1, longitude1, latitude2, longitude2):
    places = [max(-90.0, min(90.0, latitude1)), wrapped(longitude1),
              max(-90.0, min(90.0, latitude2)), wrapped(longitude2)]
    print(",".join([repr(x) for x in places] + [nstr(distance(*places), 25)]))


def wrapped(longitude):
    return longitude - 360 if longitude > 180 else longitude + 360 if longitude < -180 else longitude


def latitude():
    return math.degrees(math.asin(random.uniform(-1, 1)))


def longitude():
    return random.uniform(-180, 180)


def offset():
    """Degrees of 0.1 mm to a quarter turn, every magnitude equally likely, in any direction."""
    return random.choice([-1, 0, 1]) * 10 ** random.uniform(-9, 1.9)


print("latitude1,longitude1,latitude2,longitude2,meters")
for _ in range(400):
    row(latitude(), longitude(), latitude(), longitude())
for _ in range(400):
    a, b = latitude(), longitude()
    row(a, b, a + offset(), b + offset())
for _ in range(250):  # near the antipode
    a, b = latitude(), longitude()
    row(a, b, -a + offset() / 10, b + 180 + offset() / 10)
for _ in range(150):  # across and on 180 degrees
    a, b = latitude(), random.choice([-180.0, 180.0, 180 - abs(offset()) / 10])
    row(a, b, a + offset() / 10, -180 + abs(offset()) / 10)
for _ in range(150):  # from and about the poles
    a, b = random.choice([-90.0, 90.0]), longitude()
    row(a, b, a - math.copysign(abs(offset()), a), longitude())
    row(a - math.copysign(1e-6 * random.random(), a), b, a - math.copysign(1e-6 * random.random(), a), longitude())
for _ in range(50):  # a quarter turn, where the formula changes
    a = latitude()
    row(a, 0.0, a - math.copysign(90 + offset() / 1000, a), random.choice([0.0, 1e-9, 1e-3]))
for a, b in [(0.0, 0.0), (90.0, 10.0), (-90.0, 180.0), (51.5, -180.0), (-33.25, 180.0)]:
    row(a, b, a, b)
    row(a, b, a, -b)
    row(a, b, -a, b + 180)
