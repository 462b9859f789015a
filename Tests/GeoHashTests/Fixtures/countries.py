# SPDX-License-Identifier: Apache-2.0
#
# Makes countries.geojson and countries-planar.csv (Python 3, PyPI shapely 2.2.0 with GEOS 3.14.1):
#
#   python3 countries.py countries_110m.geojson countries_10m_selected.geojson
#
# The two inputs are Natural Earth's admin-0 countries at 1:110m and 1:10m (public domain, "Made with Natural Earth"), a
# feature a line with the property iso_a3. The output keeps some of them, named as 110m-RUS, with their coordinates unchanged.
#
# A row of the table: country, latitude, longitude (17 digits), and whether GEOS says that the country covers the place,
# edges being straight in longitude and latitude. On the meridian of 180° it is asked on both sides, at a pole at every
# longitude of a vertex. Places are spread over the bounding box and over the globe, lie beside edges at 0.1 to 1e-13 of their
# length, on vertices, a unit in the last place beside those, on ±180° and at the poles.
import json
import math
import random
import sys

import shapely
from shapely.geometry import Point, shape

COARSE = """RUS FJI ATA ZAF LSO USA CAN BRA NOR GBR FRA AUS NZL CHL IDN JPN IND CHN EGY KEN COD ARG GRL ISL ITA DEU
MEX KAZ TUR SWE""".split()
FINE = "ZAF LSO ITA VAT SMR FJI".split()

random.seed(20261130)


def features(path, codes, scale):
    for feature in json.load(open(path))["features"]:
        code = feature["properties"]["iso_a3"]
        if code in codes:
            yield {"type": "Feature", "properties": {"id": f"{scale}-{code}"}, "geometry": feature["geometry"]}


def rings(geometry):
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [ring for polygon in polygons for ring in polygon]


def covers(area, vertices, lon, lat):
    if abs(lat) == 90:
        return any(y == lat for _, y in vertices)
    longitudes = [lon, -lon] if abs(lon) == 180 else [lon]
    return any(area.covers(Point(x, lat)) for x in longitudes)


def places(geometry):
    lines = rings(geometry)
    vertices = [tuple(v) for ring in lines for v in ring]
    west, east = min(x for x, _ in vertices), max(x for x, _ in vertices)
    south, north = min(y for _, y in vertices), max(y for _, y in vertices)
    for _ in range(40):
        yield random.uniform(west, east), random.uniform(south, north)
    for _ in range(8):
        yield random.uniform(-180, 180), math.degrees(math.asin(random.uniform(-1, 1)))
    # Each ring as likely as any other, so that holes and islands get their share.
    for _ in range(48):
        ring = random.choice(lines)
        i = random.randrange(len(ring) - 1)
        (ax, ay), (bx, by) = ring[i], ring[i + 1]
        t, aside = random.random(), random.choice([-1, 1]) * 10 ** random.uniform(-13, -1)
        if random.random() < 0.2:
            aside = 0
        yield ax + t * (bx - ax) - aside * (by - ay), ay + t * (by - ay) + aside * (bx - ax)
    for _ in range(12):
        x, y = random.choice(random.choice(lines))
        yield x, y
        yield math.nextafter(x, random.choice([-999, 999])), math.nextafter(y, random.choice([-999, 999]))
        yield x, random.uniform(south, north)  # on the meridian of a vertex
        yield random.uniform(west, east), y  # on its parallel
    for _ in range(6):
        yield random.choice([-180.0, 180.0]), random.uniform(south, north)
    for pole in (-90.0, 90.0):
        yield random.uniform(-180, 180), pole


def main():
    chosen = list(features(sys.argv[1], COARSE, "110m")) + list(features(sys.argv[2], FINE, "10m"))
    with open("countries.geojson", "w") as out:
        out.write('{"type":"FeatureCollection","features":[\n')
        out.write(",\n".join(json.dumps(f, separators=(",", ":")) for f in chosen))
        out.write("\n]}\n")
    with open("countries-planar.csv", "w") as out:
        out.write("country,latitude,longitude,inside\n")
        for feature in chosen:
            geometry = feature["geometry"]
            area = shape(geometry)
            vertices = [v for ring in rings(geometry) for v in ring]
            for lon, lat in places(geometry):
                if abs(lat) <= 90 and abs(lon) <= 180:
                    inside = int(covers(area, vertices, lon, lat))
                    out.write(f"{feature['properties']['id']},{lat:.17g},{lon:.17g},{inside}\n")


main()
