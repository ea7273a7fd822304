// EditDistance.swift
// The most similar of several names.
//
// SPDX-License-Identifier: MIT

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours between two words.
package func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var rows = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count { rows[i][0] = i }
  for j in 0...b.count { rows[0][j] = j }
  for i in a.indices {
    for j in b.indices {
      var best = min(rows[i][j + 1] + 1, rows[i + 1][j] + 1)
      best = min(best, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      rows[i + 1][j + 1] = best
    }
  }
  return rows[a.count][b.count]
}

/// Returns the first candidate that begins with the name, else the first with the smallest distance,
/// ignoring case; nil when none is similar enough to be meant.
package func nearestName(to name: String, among candidates: [String]) -> String? {
  let meant = name.lowercased()
  let beginning = candidates.first { meant.count > 1 && $0.lowercased().hasPrefix(meant) }
  if let beginning { return beginning }
  let nearest = candidates.map { (name: $0, distance: editDistance(meant, $0.lowercased())) }
    .min { $0.distance < $1.distance }
  // One mistake in three letters: more is another word.
  guard let nearest, nearest.distance <= max(1, meant.count / 3) else { return nil }
  return nearest.name
}
