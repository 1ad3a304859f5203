package cusf

import (
	"math"

	"stead/readers"
)

// The lowest score of each grade (9.1 of the standard).
const (
	gradeA, gradeB, gradeC, gradeD = 90, 80, 70, 60
)

// grade computes the grade. The standard defines bands but no formula, so this one is stead's. The kind of breach
// decides between F and D, and the share of sound lines decides the score within them. For a valid file, the share of
// the key optionals decides the score within C. If all of them are present, the share of the other optionals decides
// the score within B and A.
func (v *validation) grade() readers.Grade {
	v.shares[endOfSession].of = 1
	if v.rules.ended {
		v.shares[endOfSession].have = 1
	}
	g := readers.Grade{Shares: asShares(v.shares)}
	sound := 0.0
	if v.rules.lines > 0 {
		sound = float64(max(0, v.rules.lines-v.bad)) / float64(v.rules.lines)
	}
	key, other := v.coverage(true), v.coverage(false)
	switch {
	case v.grave:
		g.Score, g.Why = (gradeD-1)*sound, "a line is not JSON, something required is missing, or lines do not fit together"
	case v.bad > 0:
		g.Score, g.Why = gradeD+9*sound, "values break their type, their list or their form"
	case key < 1:
		g.Score, g.Why = min(gradeC+10*key, gradeB-1), "it is valid, and some of the key optionals are missing"
	default:
		g.Score, g.Why = gradeB+20*other, "it is valid, with all key optionals, and as many of the others as the score says"
	}
	g.Score = math.Floor(g.Score*10) / 10 // rounded down, so that rounding never reaches the next grade
	g.Letter = letter(g.Score)
	return g
}

// coverage returns the share of the possible optionals that are present.
func (v *validation) coverage(key bool) float64 {
	var sum share
	for kind, s := range v.shares {
		if shareNames[kind].key == key {
			sum.have += s.have
			sum.of += s.of
		}
	}
	if sum.of == 0 {
		return 1
	}
	return float64(sum.have) / float64(sum.of)
}

func letter(score float64) string {
	switch {
	case score >= gradeA:
		return "A"
	case score >= gradeB:
		return "B"
	case score >= gradeC:
		return "C"
	case score >= gradeD:
		return "D"
	}
	return "F"
}
