package remote_test

import (
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/reach/errand"
	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func connect(t *testing.T, m member.Member) *remote.Hub {
	t.Helper()
	h, err := remote.Connect(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestOthersAreTheUsersOwnNodes(t *testing.T) {
	hub := hubtest.Start(t)
	laptop := hubtest.Join(t, hub, "laptop", member.Node, member.Operator)
	hubtest.Join(t, hub, "desk", member.Node)
	hubtest.Join(t, hub, "phone", member.Viewer)
	hubtest.JoinAs(t, hub, "bob", "bobs", member.Node)
	h := connect(t, laptop)
	defer h.Close()
	others := h.Others()
	if len(others) != 1 || others[0].Name != "desk" {
		t.Errorf("the others are %+v", others)
	}
	var unknown *remote.UnknownError
	if _, err := h.Ask(t.Context(), "bobs", errand.Request{}, errand.Streams{}); !errors.As(err, &unknown) ||
		len(unknown.Known) != 1 {
		t.Errorf("somebody else's is %v", err)
	}
	var away *remote.AwayError
	if _, err := h.Ask(t.Context(), "DESK", errand.Request{}, errand.Streams{}); !errors.As(err, &away) {
		t.Errorf("one that does not listen is %v", err)
	}
}

func TestCloseDoesNotWaitForAHubThatIsAway(t *testing.T) {
	hub := hubtest.Start(t)
	h := connect(t, hubtest.Join(t, hub, "laptop", member.Operator))
	if err := hub.Close(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	h.Close()
	if took := time.Since(begun); took > time.Second {
		t.Errorf("it takes %v", took)
	}
}
