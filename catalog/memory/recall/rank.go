package recall

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"stead/catalog/memory"
)

// Options say for whom pieces are chosen.
type Options struct {
	// Folder is where the agent begins, an absolute path.
	Folder string
	// Words are what it is about ([Words]); none for anything. With words, what was learnt in other projects counts, too.
	Words []string
	Now   time.Time
	// Tokens is how many tokens the text may have, Most how many pieces.
	Tokens, Most int
}

const (
	// halfLife is after how much time a piece counts half as much; even the oldest counts a fifth.
	halfLife = 60 * 24 * time.Hour
	oldest   = 0.2
	// asked is how much a piece of another project counts when its words were asked for, habit when a rule was given
	// several times: it may hold everywhere.
	asked = 0.3
	habit = 0.4
)

// worth is how much each kind helps somebody who begins.
var worth = map[memory.FindingKind]float64{memory.SkillLearningKind: 1, memory.DecisionKind: 1,
	memory.ErrorSolutionKind: 0.9, memory.PatternKind: 0.6}

// Choose returns the pieces that are most relevant, the best first, which fit into the budget.
func Choose(pieces []Piece, o Options) []Piece {
	type ranked struct {
		piece Piece
		score float64
	}
	var all []ranked
	where := newPlaces(o.Folder)
	for _, p := range pieces {
		if score := score(&p, where, o); score > 0 {
			all = append(all, ranked{p, score})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.piece.Last.Compare(a.piece.Last),
			strings.Compare(a.piece.ID, b.piece.ID))
	})
	var chosen []Piece
	left := bytesPerToken*o.Tokens - len(heading)
	has := map[memory.FindingKind]bool{}
	for _, r := range all {
		cost := len(line(r.piece))
		if !has[r.piece.Kind] {
			cost += len(section(r.piece.Kind))
		}
		if len(chosen) < o.Most && cost <= left {
			chosen, left = append(chosen, r.piece), left-cost
			has[r.piece.Kind] = true
		}
	}
	return chosen
}

// score says how relevant a piece is: 0 for one that isn't.
func score(p *Piece, where *places, o Options) float64 {
	if p.Superseded {
		return 0
	}
	share := matched(p, o.Words)
	near := where.nearness(p.Project)
	if near == elsewhere {
		switch {
		case len(o.Words) > 0:
			near = asked
		case p.Kind == memory.SkillLearningKind && p.Seen > 1:
			near = habit
		}
	}
	return near * share * p.Confidence * recency(p.Last, o.Now) * worth[p.Kind] * repeated(p.Seen) * present(p,
		where.folder)
}

// matched returns the share of the words that stand in a piece, each at the beginning of a word there.
func matched(p *Piece, words []string) float64 {
	if len(words) == 0 {
		return 1
	}
	text := " " + strings.Join(parts(p.Text+" "+strings.Join(p.Files, " ")), " ")
	n := 0
	for _, w := range words {
		if strings.Contains(text, " "+w) || w[0] >= utf8.RuneSelf && strings.Contains(text, w) {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

// parts returns a text's words in small letters.
func parts(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) &&
			!unicode.IsDigit(r) && r != '_'
	})
}

// fewestLetters is how long a word is at least that says what somebody's work is about.
const fewestLetters = 3

// Words returns the words of a text that says what the work is about, without those that are too short to say anything.
func Words(text string) []string {
	return slices.DeleteFunc(parts(text), func(w string) bool { return len(w) < fewestLetters })
}

func recency(last, now time.Time) float64 {
	if last.IsZero() {
		return oldest
	}
	return max(oldest, math.Pow(0.5, max(0, now.Sub(last).Hours())/halfLife.Hours()))
}

func repeated(times int) float64 { return min(1.5, 1+math.Log2(float64(max(1, times)))/4) }

// present returns less for a cure whose files are all gone.
func present(p *Piece, folder string) float64 {
	if len(p.Files) == 0 {
		return 1
	}
	for _, file := range p.Files {
		for _, path := range []string{file, filepath.Join(p.Project, file), filepath.Join(folder, file)} {
			if _, err := os.Lstat(path); err == nil && filepath.IsAbs(path) {
				return 1.1
			}
		}
	}
	return 0.7
}
