package session

import (
	"testing"
	"time"

	"stead/inject/injection"
)

// TestUserOpensAnotherSessionOnlyAfterTheProof has a CLI show another session before and after it has shown the wanted one.
func TestUserOpensAnotherSessionOnlyAfterTheProof(t *testing.T) {
	proof, now := injection.NewProof("wanted"), time.Unix(100, 0)
	o := newOnScreen(proof, func() time.Time { return now })
	if o.shows("other"); !o.is("wanted") {
		t.Error("what comes before the proof is taken for the user's wish")
	}
	proof.Saw("wanted")
	o.shows("wanted")
	select {
	case <-o.news:
		t.Error("the wanted session is news")
	default:
	}
	now = now.Add(time.Second)
	o.shows("other")
	o.shows("other")
	if id, since := o.session(); id != "other" || !since.Equal(now) || len(o.news) != 1 {
		t.Errorf("it is %s since %v, with %d news", id, since, len(o.news))
	}
}
