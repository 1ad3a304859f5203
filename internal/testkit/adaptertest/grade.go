package adaptertest

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	cusfreader "stead/readers/cusf"
	cusfwriter "stead/writers/cusf"
)

// checkGrade exports every fixture as CUSF, which must get the grade A: everything that the grade counts is written if
// the session contains it.
func checkGrade(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "export.jsonl")
		fixtures.Put(t, path, exported(t, s.fixture, cusfwriter.Writer{}, a.open(t, s), fixtures.Now))
		v, err := cusfreader.Reader{}.Validate(context.Background(), adapter.Location{Path: path})
		if err != nil {
			t.Fatalf("%s: %v", s.fixture, err)
		}
		switch lacks := a.lacking(s.fixture); {
		case v.Grade.Letter != "A" && lacks == "":
			t.Errorf("%s: graded %s (%g): %s", s.fixture, v.Grade.Letter, v.Grade.Score, missing(v.Grade))
		case v.Grade.Letter == "A" && lacks != "":
			t.Errorf("%s: graded A, though it lacks %s", s.fixture, lacks)
		}
	})
}

func (a Adapter) lacking(fixture string) string {
	for part, what := range a.Recorded.Lacking {
		if strings.Contains(fixture, part) {
			return what
		}
	}
	return ""
}

// missing lists the key optionals that are not everywhere.
func missing(g readers.Grade) string {
	var all []string
	for _, share := range g.Shares {
		if share.Key && share.Have < share.Of {
			all = append(all, fmt.Sprintf("%s %d of %d", share.Name, share.Have, share.Of))
		}
	}
	return strings.Join(all, ", ")
}
