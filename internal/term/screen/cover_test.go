package screen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/screen"
)

// TestALineComesAndGoesOverWhatIsDrawn covers the first row in the middle of an output, and uncovers it after more
// output: the terminal then displays what it would have displayed without the line.
func TestALineComesAndGoesOverWhatIsDrawn(t *testing.T) {
	const line = "stead: a line that is longer"
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 2))
		var parts [3][]byte
		for i := range parts {
			for range 10 {
				// the line would stand on the other screen
				if piece := pieces[random.IntN(len(pieces))]; !strings.Contains(piece, "1049") {
					parts[i] = append(parts[i], piece...)
				}
			}
		}
		first, second := screen.New(6, 20, nil), screen.New(6, 20, nil)
		draw := func(content []byte) {
			fmt.Fprintf(first, "%s", content)
			fmt.Fprintf(second, "%s", content)
		}
		draw(parts[0])
		fmt.Fprintf(second, "%s", first.Cover(line))
		if got := second.Lines()[0]; !strings.HasPrefix(got, line[:18]) {
			t.Fatalf("seed %d: the first row is %q", seed, got)
		}
		if diff := cmp.Diff(first.Cells()[20:], second.Cells()[20:]); diff != "" {
			t.Fatalf("seed %d: more than the first row is covered\n%s", seed, diff)
		}
		draw(parts[1])
		fmt.Fprintf(second, "%s", first.Uncover())
		for _, next := range [][]byte{nil, parts[2]} {
			draw(next)
			if diff := cmp.Diff(first.Cells(), second.Cells()); diff != "" {
				t.Errorf("seed %d, %q %q, then %q:\n%s", seed, parts[0], parts[1], next, diff)
			}
		}
		first.Close()
		second.Close()
	}
}
