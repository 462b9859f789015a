// SPDX-License-Identifier: Apache-2.0
//
// Makes countries-geodesic.csv with Google's S2 (Debian package libs2-dev 0.10.0, x86-64) of countries.geojson and the
// places of countries-planar.csv, both of which countries.py makes:
//
//   g++ -std=c++17 -O2 countries.cc -o countries -ls2 -lcrypto
//   ./countries countries.geojson < countries-planar.csv > countries-geodesic.csv
//
// A row: country, latitude, longitude as they stood, whether the country contains the place when its edges are great
// circles. A row with "area" as its latitude has the share of the globe that is the country instead.
// Each ring is the smaller part of the globe that it bounds, as S2Loop::Normalize makes it; a country is its outer rings
// without their holes. Places within 1e-9 degrees (0.1 mm) of an edge are left out: there the two libraries may differ.
#include <s2/s2edge_distances.h>
#include <s2/s2latlng.h>
#include <s2/s2loop.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Country {
  std::vector<std::vector<std::unique_ptr<S2Loop>>> polygons;
  std::vector<std::vector<S2Point>> rings;

  void add(const std::vector<S2Point>& ring) {
    auto loop = std::make_unique<S2Loop>();
    loop->set_s2debug_override(S2Debug::DISABLE);
    loop->Init(ring);
    loop->Normalize();
    rings.push_back(ring);
    polygons.back().push_back(std::move(loop));
  }

  bool isNearEdge(const S2Point& place) const {
    for (const auto& ring : rings)
      for (size_t i = 0; i < ring.size(); i++)
        if (S2::GetDistance(place, ring[i], ring[(i + 1) % ring.size()]).degrees() < 1e-9) return true;
    return false;
  }

  bool contains(const S2Point& place) const {
    for (const auto& loops : polygons) {
      bool inside = loops[0]->Contains(place);
      for (size_t i = 1; i < loops.size(); i++) inside = inside && !loops[i]->Contains(place);
      if (inside) return true;
    }
    return false;
  }

  double area() const {
    double sum = 0;
    for (const auto& loops : polygons)
      for (size_t i = 0; i < loops.size(); i++) sum += (i == 0 ? 1 : -1) * loops[i]->GetArea();
    return sum / (4 * M_PI);
  }
};

// Positions of the arrays after "coordinates": a number pair at the deepest level, a ring one above, a polygon two above.
Country parse(const std::string& line) {
  Country country;
  const bool isMulti = line.find("MultiPolygon") != std::string::npos;
  const int ringDepth = isMulti ? 3 : 2;
  size_t at = line.find("\"coordinates\":") + 14;
  int depth = 0;
  std::vector<double> numbers;
  std::vector<S2Point> ring;
  if (!isMulti) country.polygons.emplace_back();
  do {
    char c = line[at];
    if (c == '[') {
      depth++;
      if (isMulti && depth == 2) country.polygons.emplace_back();
      if (depth == ringDepth) ring.clear();
      at++;
    } else if (c == ']') {
      if (depth == ringDepth + 1) {
        S2Point point = S2LatLng::FromDegrees(numbers[1], numbers[0]).ToPoint();
        numbers.clear();
        if (ring.empty() || (ring.back() - point).Norm() > 1e-15) ring.push_back(point);
      } else if (depth == ringDepth) {
        if ((ring.front() - ring.back()).Norm() < 1e-15) ring.pop_back();
        country.add(ring);
      }
      depth--;
      at++;
    } else if (c == '-' || std::isdigit(c)) {
      char* end;
      numbers.push_back(std::strtod(line.c_str() + at, &end));
      at = end - line.c_str();
    } else {
      at++;
    }
  } while (depth > 0);
  return country;
}

int main(int, char** arguments) {
  std::map<std::string, Country> countries;
  std::ifstream file(arguments[1]);
  std::string line;
  printf("country,latitude,longitude,inside\n");
  while (std::getline(file, line)) {
    size_t id = line.find("\"id\":");
    if (id == std::string::npos) continue;
    id = line.find('"', id + 5) + 1;
    std::string name = line.substr(id, line.find('"', id) - id);
    countries.emplace(name, parse(line));
    printf("%s,area,,%.15g\n", name.c_str(), countries.at(name).area());
  }
  std::getline(std::cin, line);
  while (std::getline(std::cin, line)) {
    std::stringstream fields(line);
    std::string name, latitude, longitude;
    std::getline(fields, name, ',');
    std::getline(fields, latitude, ',');
    std::getline(fields, longitude, ',');
    const Country& country = countries.at(name);
    S2Point place = S2LatLng::FromDegrees(std::stod(latitude), std::stod(longitude)).ToPoint();
    if (country.isNearEdge(place)) continue;
    printf("%s,%s,%s,%d\n", name.c_str(), latitude.c_str(), longitude.c_str(), country.contains(place));
  }
  return 0;
}
