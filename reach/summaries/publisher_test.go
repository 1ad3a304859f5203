package summaries

import (
	"testing"
	"time"
)

// A look that was put off is made when it is due: a ticker of the time between two looks came just before that, and the
// news waited for the next one.
func TestNewsWaitNoLongerThanOneRest(t *testing.T) {
	t.Parallel()
	s := newPublishing(Publisher{Every: time.Hour})
	s.isDue, s.next = true, time.Now().Add(time.Minute)
	if rest := s.rest(); rest > time.Minute || rest < 50*time.Second {
		t.Errorf("a look that is due in a minute waits for %v", rest)
	}
	s.next = time.Now()
	if rest := s.rest(); rest != time.Hour {
		t.Errorf("without a reader it looks after %v", rest)
	}
}
