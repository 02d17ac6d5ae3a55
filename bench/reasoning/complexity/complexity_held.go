// Package held has functions of a known class, which the comment before each names: written for this benchmark.
package held

import (
	"sort"
	"strings"
)

// constant
func C1(xs []int) int {
	return xs[0] + len(xs)
}

// log n
func L1(n int) int {
	steps := 0
	for n > 1 {
		n /= 2
		steps++
	}
	return steps
}

// log n
func L2(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// n
func N1(xs []int) int {
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return sum
}

// n
func N2(xs []int, target int) (int, int) {
	seen := make(map[int]int)
	for i, x := range xs {
		if j, ok := seen[target-x]; ok {
			return j, i
		}
		seen[x] = i
	}
	return -1, -1
}

// n
func N3(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// n
func N4(xs []int) int {
	best, start := 0, 0
	for end := 0; end < len(xs); end++ {
		for start < end && xs[start] < xs[end] {
			start++
		}
		if end-start > best {
			best = end - start
		}
	}
	return best
}

// n log n
func G1(xs []int) int {
	sort.Ints(xs)
	return xs[len(xs)/2]
}

// n²
func Q1(xs []int) bool {
	for i := 0; i < len(xs); i++ {
		for j := i + 1; j < len(xs); j++ {
			if xs[i] == xs[j] {
				return true
			}
		}
	}
	return false
}

// n²
func Q2(words []string) string {
	out := ""
	for _, word := range words {
		out += word
	}
	return out
}

// n²
func Q3(n int) [][]int {
	table := make([][]int, n)
	for i := range table {
		table[i] = make([]int, n)
	}
	return table
}

// n³
func T1(dist [][]int) {
	n := len(dist)
	for k := 0; k < n; k++ {
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				if dist[i][k]+dist[k][j] < dist[i][j] {
					dist[i][j] = dist[i][k] + dist[k][j]
				}
			}
		}
	}
}

// √n
func R1(n int) bool {
	for i := 2; i*i <= n; i++ {
		if n%i == 0 {
			return false
		}
	}
	return true
}
