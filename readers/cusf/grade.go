package cusf

import (
	"math"

	"stead/readers"
)

// The scores with which grades begin (9.1 of the standard).
const (
	gradeA, gradeB, gradeC, gradeD = 90, 80, 70, 60
)

// grade computes the grade. The standard gives bands and no formula. This one is: what is broken decides between F and
// D, and how many lines are sound within them; of a valid file the share of the key optionals decides within C, and
// where all of those are there, the share of the others decides within B and A.
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
	g.Score = math.Floor(g.Score*10) / 10 // down, so that no score reaches the next grade by being rounded
	g.Letter = letter(g.Score)
	return g
}

// coverage is the share of the optionals that are there, of those that could be.
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
