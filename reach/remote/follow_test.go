package remote

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/reach/errand"
)

// telling is a machine that tells parts of a text, one at each time that it is asked, and ends as errs says.
func telling(out *strings.Builder, waits *int, parts []string, errs ...error) Following {
	asked := 0
	return Following{
		Machine: "desk", Out: out, Waits: func() { *waits++ },
		Ask: func(w io.Writer) (int, error) {
			at := min(asked, len(errs)-1)
			asked++
			if at < len(parts) {
				_, _ = io.WriteString(w, parts[at])
			}
			return 0, errs[at]
		},
	}
}

func TestFollowerThatIsCutOffIsToldTheRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		waits, broken := 0, &errand.BrokenError{Why: io.ErrUnexpectedEOF}
		f := telling(&out, &waits, []string{"one, ", "", "one, two, ", "one, two, three"}, broken, &AwayError{"desk", nil},
			broken, nil)
		if code, err := f.Follow(t.Context()); code != 0 || err != nil || out.String() != "one, two, three" || waits != 1 {
			t.Errorf("it ends with %d, %v, is told %q and waits %d times", code, err, out.String(), waits)
		}
	})
}

func TestMachineThatIsAwayAtFirstIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	waits, away := 0, &AwayError{"desk", errors.New("it sleeps")}
	if _, err := telling(&out, &waits, nil, away).Follow(t.Context()); !errors.Is(err, away) || waits != 0 {
		t.Errorf("it ends with %v and waits %d times", err, waits)
	}
}

func TestMachineThatDoesNotComeBackIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		waits, begun := 0, time.Now()
		f := telling(&out, &waits, nil, &errand.BrokenError{Why: io.EOF}, &AwayError{"desk", io.EOF})
		_, err := f.Follow(t.Context())
		if gone := (*GoneError)(nil); !errors.As(err, &gone) || time.Since(begun) < outage ||
			time.Since(begun) > outage+2*again {
			t.Errorf("after %v it ends with %v", time.Since(begun), err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := f.Follow(ctx); err == nil {
			t.Error("who has gone is told more")
		}
	})
}
