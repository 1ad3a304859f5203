package reach_test

import (
	"net/http"
	"testing"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestAnotherMachineIsServed serves the desk's sessions and runs from the laptop: they are listed, the real Codex is
// started there, and its terminal is typed into.
func TestAnotherMachineIsServed(t *testing.T) {
	t.Parallel()
	hub := openHub(t)
	desk := hub.node("desk", provider.Steps(provider.Say("Said on the desk."), provider.Say("Typed it was."))...)
	session := desk.Place("claude", "text")
	laptop := hub.machine("laptop")
	sees(t, laptop, "desk")
	s := runtest.Serve(t, laptop, "--api", "--on", "desk")
	var listed struct{ Items []struct{ Reference string } }
	if status := s.Call(http.MethodGet, "/sessions", "", &listed); status != http.StatusOK || len(listed.Items) != 1 {
		t.Fatalf("the list is %d %+v", status, listed)
	}
	var run struct{ ID, State string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+
		`","to":"codex","interactive":true,"prompt":"Go on."}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	x := runtest.OpenTerminal(t, s, run.ID)
	x.Shows("Said on the desk.")
	x.TakesKeyboard()
	x.Types("hello")
	x.Shows("hello")
	x.Types("\r")
	x.Shows("Typed it was.")
	if status := s.Call(http.MethodPost, "/runs/"+run.ID+"/stop", "", &run); status != http.StatusAccepted {
		t.Errorf("stopped it is %d", status)
	}
	x.AwaitEnd()
	key := s.Key
	s.Key = "nonsense"
	if status := s.Call(http.MethodGet, "/sessions", "", &struct{}{}); status != http.StatusUnauthorized {
		t.Errorf("with another key the list is %d", status)
	}
	s.Key = key
	runtest.Exits(t, laptop.Stead("serve", "--on", "attic", "--listen", "127.0.0.1:0"), 3, "there is no machine")
}
