package runs_test

import (
	"errors"
	"maps"
	"os"
	"testing"

	"stead/runs"
)

func TestRunsAreNamedByTheirRandomDigitsWhereThoseDiffer(t *testing.T) {
	f := runs.Open(t.TempDir())
	var all []runs.Run
	for _, id := range []string{"20261120-120000-aaaa", "20261120-120001-bbbb", "20261121-120000-bbbb"} {
		r := runs.Run{ID: id}
		if err := os.MkdirAll(f.Dir(id), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := f.Save(r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	short := runs.Short(all)
	want := map[string]string{
		"20261120-120000-aaaa": "aaaa", "20261120-120001-bbbb": "20261120-120001-bbbb",
		"20261121-120000-bbbb": "20261121-120000-bbbb",
	}
	if !maps.Equal(short, want) {
		t.Errorf("got %v", short)
	}
	for id, name := range short {
		if r, err := f.Find(name); err != nil || r.ID != id {
			t.Errorf("%s found %s, %v", name, r.ID, err)
		}
	}
	if _, err := f.Find("bbbb"); !errors.Is(err, runs.ErrAmbiguous) {
		t.Errorf("the digits of two runs: %v", err)
	}
}
