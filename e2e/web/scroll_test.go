package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

const longID = "00000000-aaaa-4bbb-8ccc-00000000000b"

// long is the number of entries of the long session.
const long = 50_000

// TestLongSessionIsScrolled scrolls through a session of 50,000 entries of very different heights.
func TestLongSessionIsScrolled(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	runtest.EndsRuns(t, g)
	w := newSession(t, g, longID)
	random := rand.New(rand.NewPCG(1, 1))
	for n := 0; n < long; n += 4 {
		w.says(fmt.Sprintf("prompt %d %s", n, words(random, 60)))
		w.answers(text(fmt.Sprintf("answer %d %s", n+1, words(random, 400))))
		id := fmt.Sprint("toolu_", n)
		w.answers(call(id, "Bash", block{"command": fmt.Sprintf("echo %d", n+2)}))
		w.says([]block{result(id, words(random, 200))})
	}
	w.says("a long answer")
	w.answers(text(strings.Repeat("many words ", 30_000) + "and the last of them"))
	session := w.placed(g)
	browse(t, g, runtest.Serve(t, g), "scroll", facts{"session": session.Ref(), "entries": long + 2}, nil)
}

// words returns up to most words: mostly few, sometimes many, with paragraphs.
func words(random *rand.Rand, most int) string {
	var text strings.Builder
	for n := range 1 + int(float64(most)*random.Float64()*random.Float64()) {
		if n%40 == 39 {
			text.WriteString("\n\n")
		}
		text.WriteString("word ")
	}
	return text.String()
}
