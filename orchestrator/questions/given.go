package questions

import (
	"slices"
	"time"

	"stead/inject/signals"
)

// answers are the last answers that were given, the newest last.
type answers []signals.Answer

// mostGiven is how many answers are remembered, to tell whoever comes late who was faster.
const mostGiven = 50

// fading is how long a dialog may stand on the screen after its answer.
const fading = 2 * time.Second

// stands reports whether a question that was read from the screen is one that has just been answered.
func (s answers) stands(q signals.Question, now time.Time) bool {
	return q.ID == "" && q.Partial && slices.ContainsFunc(s,
		func(a signals.Answer) bool { return a.About == q.About && now.Sub(a.At) < fading })
}

// to returns the answer to a question.
func (s answers) to(id string) (signals.Answer, bool) {
	at := slices.IndexFunc(s, func(a signals.Answer) bool { return a.Question == id })
	if at < 0 {
		return signals.Answer{}, false
	}
	return s[at], true
}

func (s *answers) keep(more ...signals.Answer) {
	*s = append(*s, more...)
	*s = (*s)[max(0, len(*s)-mostGiven):]
}
