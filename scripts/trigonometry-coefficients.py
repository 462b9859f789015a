"""Prints the coefficients of Sources/GeoHash/Trigonometry.swift: fits through Chebyshev nodes, in 60 digits.

Run: python3 scripts/trigonometry-coefficients.py   (needs mpmath from PyPI)
"""
from mpmath import mp, mpf, matrix, lu_solve, cos, sin, asin, sqrt, pi

mp.dps = 60


def polynomial(function, low, high, terms):
    middle, half = (mpf(low) + high) / 2, (mpf(high) - low) / 2
    points = [middle + half * cos((2 * k + 1) * pi / (2 * terms)) for k in range(terms)]
    powers = matrix(terms, terms)
    for row, x in enumerate(points):
        for column in range(terms):
            powers[row, column] = x ** column
    return [float(c) for c in lu_solve(powers, matrix([function(x) for x in points]))]


def sine(z):
    return (sin(sqrt(z)) / sqrt(z) - 1) / z


def cosine(z):
    return (cos(sqrt(z)) - 1 + z / 2) / z**2


def arcsine(z):
    return (asin(sqrt(z)) / sqrt(z) - 1) / z


tiny = mpf(10) ** -20
if __name__ == "__main__":
    for name, coefficients in [
        ("sin r = r + r z S(z), z = r r up to (pi/4)^2", polynomial(sine, tiny, (pi / 4) ** 2, 6)),
        ("cos r = 1 - z/2 + z z C(z), z = r r up to (pi/4)^2", polynomial(cosine, tiny, (pi / 4) ** 2, 6)),
        ("asin s = s + s z A(z), z = s s up to 1/4", polynomial(arcsine, tiny, mpf(1) / 4, 13)),
    ]:
        print(name)
        for c in coefficients:
            print("   ", repr(c))
