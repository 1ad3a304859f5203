package travel

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"stead/orchestrator/source"
	"stead/reach/journey"
	"stead/reach/parcel"
	"stead/runs"
)

const someRun = "20261120-120000.000-0a9f"

var someTime = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestAnswerAboutAnotherRunIsRefused(t *testing.T) {
	of := func(run, arrival string) Traveller {
		return Traveller{Run: runs.Run{ID: run}, Arrival: journey.Arrival{ID: arrival}}
	}
	for _, c := range []struct {
		answer     Traveller
		part, name string
		ok         bool
	}{
		{of(someRun, "1"), PartRecord, someRun, true},
		{of(someRun, "1"), PartRecord, "0a9f", true},
		{of(someRun, "1"), PartRecord, "latest", true},
		{of(someRun, "1"), PartRecord, "0b00", false},
		{of("../../.claude", "1"), PartRecord, "latest", false},
		{of("", "1"), PartRecord, "latest", false},
		{of("0a9f\x1b[2J", "1"), PartRecord, "0a9f", false},
		{of(someRun, "1"), PartBegun, "1", true},
		{of("", "1"), PartBegun, "1", true},
		{of(someRun, "2"), PartBegun, "1", false},
		{of("..", "1"), PartBegun, "1", false},
	} {
		err := c.answer.check(c.part, c.name)
		if (err == nil) != c.ok || err != nil && (!errors.Is(err, parcel.ErrDamaged) ||
			strings.Contains(err.Error(), "\x1b")) {
			t.Errorf("%q for %s %s: %v", c.answer.Run.ID, c.part, c.name, err)
		}
	}
}

// Every field of a record counts as one that is not taken until it stands here.
func TestOfARecordOnlyWhatTheRunWasPasses(t *testing.T) {
	not := []string{"Came", "Moved", "Opened", "Part", "Allow", "Dir", "Question", "Answers", "Calling", "Mirrors",
		"Taking", "Supervisor", "Child"}
	kind := reflect.TypeFor[runs.Run]()
	for i := range kind.NumField() {
		var whole runs.Run
		fill(reflect.ValueOf(&whole).Elem().Field(i))
		got := reflect.ValueOf(taken(whole)).Field(i)
		name, passes := kind.Field(i).Name, true
		for _, n := range not {
			passes = passes && n != name
		}
		if passes == got.IsZero() {
			t.Errorf("%s passes: %v, want %v", name, !got.IsZero(), passes)
		}
	}
	text := `{"from":{"cli":"claude","id":"a","path":"/p"},"to":{"cli":"codex","id":"b","path":"/p"},"allow":"all","hops":[{"to":{"cli":"pi","id":"c","path":"/p"}}],` +
		`"again":[{"session":{"cli":"pi","id":"c","path":"/p"}}]}`
	var r runs.Run
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	kept, err := json.Marshal(taken(r))
	if err != nil || strings.Contains(string(kept), "/p") || strings.Contains(string(kept), "allow") {
		t.Errorf("%s, %v", kept, err)
	}
}

// fill gives a field some value.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
		if v.Type().Name() == "Time" {
			v.Set(reflect.ValueOf(someTime))
		}
	}
}

func TestAnswerThatIsTooLongIsRefused(t *testing.T) {
	var a answer
	piece := make([]byte, mostAnswer)
	if _, err := a.Write(piece); err != nil {
		t.Error(err)
	}
	if _, err := a.Write(piece[:1]); !errors.Is(err, errLong) {
		t.Error(err)
	}
	b := bounded{io.Discard, 3}
	if n, err := b.Write([]byte("abc")); n != 3 || err != nil {
		t.Error(n, err)
	}
	if _, err := b.Write([]byte("d")); !errors.Is(err, errLong) {
		t.Error(err)
	}
}

func TestNamesFromAnotherMachineAreNoPaths(t *testing.T) {
	for _, id := range []string{"", "..", "../../.claude/settings", "12a", "1/2", strings.Repeat("1", 21)} {
		if expectArrival("desk", journey.Arrival{ID: id}) == nil {
			t.Errorf("an arrival is called %q", id)
		}
	}
	if err := expectArrival("desk", journey.Arrival{ID: "3141592653"}); err != nil {
		t.Error(err)
	}
	if id, err := runID("desk", someRun+"\n"); id != someRun || err != nil {
		t.Error(id, err)
	}
	if _, err := runID("desk", "\x1b]52;c;eA==\a"); err == nil || strings.Contains(err.Error(), "\x1b") {
		t.Error(err)
	}
}

// A run that began here is never overwritten by what another machine calls by its id; one that came home from there is
// brought again.
func TestNothingOverwritesARunOfThisMachine(t *testing.T) {
	data := t.TempDir()
	all := runs.Open(data)
	in := homecoming{
		Home:    Home{Data: data, Sources: source.Finder{Runs: all}},
		machine: "desk", traveller: Traveller{Run: runs.Run{ID: someRun}},
		left: journey.Departure{Machine: "desk", Arrival: "1"},
	}
	if err := os.MkdirAll(all.Dir(someRun), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := all.Save(runs.Run{ID: someRun, FinalText: "mine"}); err != nil {
		t.Fatal(err)
	}
	if err := in.claim(); !errors.Is(err, errTaken) {
		t.Error(err)
	}
	in.traveller.Run.ID = "20261120-120000.000-0b00"
	if err := in.claim(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(all.Dir(in.traveller.Run.ID), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := all.Save(in.traveller.Run); err != nil {
		t.Fatal(err)
	}
	again, err := journey.OpenDepartures(data).Find("desk", journey.Arrival{ID: "1"})
	if err != nil {
		t.Fatal(err)
	}
	in.left = again
	if err := in.claim(); err != nil {
		t.Error(err)
	}
}
