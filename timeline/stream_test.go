package timeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"stead/timeline"
)

func TestEachEndsWithTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	entries := func(yield func(*timeline.Entry, error) bool) {
		_ = yield(&timeline.Entry{ID: "a"}, nil) && yield(&timeline.Entry{ID: "b"}, nil) && yield(nil, broken)
	}
	for name, test := range map[string]struct {
		ctx  context.Context
		fn   func(*timeline.Entry) error
		want error
		seen int
	}{
		"of the source":  {t.Context(), func(*timeline.Entry) error { return nil }, broken, 2},
		"of the context": {done, func(*timeline.Entry) error { return nil }, context.Canceled, 0},
		"of the function": {t.Context(), func(*timeline.Entry) error { return errors.ErrUnsupported },
			errors.ErrUnsupported, 1},
	} {
		seen := 0
		err := timeline.Stream{Entries: entries}.Each(test.ctx, func(e *timeline.Entry) error { seen++; return test.fn(e) })
		if !errors.Is(err, test.want) || seen != test.seen {
			t.Errorf("%s: error %v after %d entries, want %v after %d", name, err, seen, test.want, test.seen)
		}
		if named := strings.Contains(err.Error(), "entry a"); named != (name == "of the function") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
