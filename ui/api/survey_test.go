package api_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"stead/ui/model"
)

func TestMachineIsLookedAtOnlyNowAndThen(t *testing.T) {
	m := newMachine(t)
	m.surveyed = errors.New("the disk is gone")
	if status, p := m.problem("/api/v1/machine"); status != http.StatusInternalServerError ||
		p.Detail != "the disk is gone" {
		t.Errorf("%d %+v", status, p)
	}
	m.surveyed = nil
	var found model.Machine
	for range 3 {
		m.get("/machine", &found)
	}
	if m.surveys != 2 || found.ReadOnly || found.Home != m.home || len(found.CLIs) != 1 || found.CLIs[0].Title != "Codex" {
		t.Errorf("after %d looks it is %+v", m.surveys, found)
	}
	m.shown.Options.Acts = nil
	later := m.shown.Options.Now().Add(time.Minute)
	m.shown.Options.Now = func() time.Time { return later }
	m.get("/machine", &found)
	if m.surveys != 3 || !found.ReadOnly {
		t.Errorf("a minute later, after %d looks, it is %+v", m.surveys, found)
	}
}
