package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
	"stead/timeline"
)

// damages are the ways to damage a file of lines, independent of its format.
var damages = map[string]func([]byte) []byte{
	"empty":              func([]byte) []byte { return nil },
	"one line feed":      func([]byte) []byte { return []byte("\n") },
	"last line cut":      func(file []byte) []byte { return file[:len(file)-len(file)/20-2] },
	"last line feed cut": func(file []byte) []byte { return bytes.TrimSuffix(file, []byte("\n")) },
	"first line cut":     func(file []byte) []byte { return file[bytes.IndexByte(file, '\n')/2:] },
	"only half a line":   func(file []byte) []byte { return file[:bytes.IndexByte(file, '\n')/2] },
	"carriage returns": func(file []byte) []byte {
		return bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
	},
	"byte order mark": func(file []byte) []byte { return append([]byte("\uFEFF"), file...) },
	"blank lines": func(file []byte) []byte {
		return bytes.ReplaceAll(file, []byte("\n"), []byte("\n\n"))
	},
	"every line twice":                  func(file []byte) []byte { return append(bytes.Clone(file), file...) },
	"lines in reverse":                  func(file []byte) []byte { return reverseFrom(file, 0) },
	"all but the first line in reverse": func(file []byte) []byte { return reverseFrom(file, 1) },
	"a line of prose": func(file []byte) []byte {
		return append(bytes.Clone(file), "not JSON at all\n"...)
	},
	"a line of noise": func(file []byte) []byte {
		return append(bytes.Clone(file), "\x00\xff\xfe{\"\x80\n"...)
	},
	"values of other types": func(file []byte) []byte {
		return append(bytes.Clone(file), "[]\n\"text\"\n17\nnull\n{}\n"...)
	},
	"deep nesting": func(file []byte) []byte {
		return append(append(bytes.Clone(file), bytes.Repeat([]byte("["), 200_000)...), '\n')
	},
	"invalid UTF-8": func(file []byte) []byte { return replaceInLastText(file, "\xff\xfe") },
	"lone surrogates": func(file []byte) []byte {
		return replaceInLastText(file, `\ud83d and \ude00`)
	},
	"numbers for strings": func(file []byte) []byte { return retype(file, []byte("7")) },
	"nulls for strings":   func(file []byte) []byte { return retype(file, []byte("null")) },
	"objects for strings": func(file []byte) []byte { return retype(file, []byte(`{"a":[1]}`)) },
}

func reverseFrom(file []byte, first int) []byte {
	lines := slices.Clone(linesOf(file))
	slices.Reverse(lines[min(first, len(lines)):])
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// replaceInLastText inserts text at the beginning of the last long string of the file.
func replaceInLastText(file []byte, text string) []byte {
	at := bytes.LastIndex(file, []byte(`:"`))
	return slices.Concat(file[:at+2], []byte(text), file[at+2:])
}

// retype replaces the value of every second member that is a plain string, from the second quarter of the file on.
func retype(file []byte, value []byte) []byte {
	from := len(file) / 4
	parts := bytes.Split(file[from:], []byte(`":"`))
	changed := append([]byte(nil), file[:from]...)
	for i, part := range parts {
		end := bytes.IndexByte(part, '"')
		switch {
		case i == 0:
		case i%2 == 0 && end >= 0 && bytes.IndexByte(part[:end], '\\') < 0:
			changed = append(append(changed, `":`...), value...)
			part = part[end+1:]
		default:
			changed = append(changed, `":"`...)
		}
		changed = append(changed, part...)
	}
	return changed
}

func checkDamage(t testing.TB, a Adapter) {
	all := maps.Clone(damages)
	if a.Records != nil {
		all = map[string]func([]byte) []byte{"empty": damages["empty"]}
	}
	maps.Copy(all, a.ownDamages())
	for _, fixture := range fixtures.Match(t, a.Recorded.Fixtures...) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			s := a.place(t, fixture)
			if damaged := all[name](s.file(t)); !bytes.Equal(damaged, s.file(t)) {
				fixtures.Put(t, s.location.Path, damaged)
				a.meet(t, s, fmt.Sprintf("%s with damage %q", fixture, name))
			}
		}
		if a.Records == nil {
			a.meetEachLineMissing(t, fixture)
		}
	}
	a.checkDamageChanges(t)
}

// ownDamages returns the damages that are specific to this format.
func (a Adapter) ownDamages() map[string]func([]byte) []byte {
	own := map[string]func([]byte) []byte{}
	for name, replaced := range a.Recorded.Damage {
		own[name] = func(file []byte) []byte { return []byte(strings.NewReplacer(replaced...).Replace(string(file))) }
	}
	if part := a.Recorded.Cut; part > 0 {
		own["cut"] = func(file []byte) []byte { return file[:len(file)/part] }
	}
	if parent := a.Recorded.Parent; parent != "" {
		own["a cycle of parents"] = func(file []byte) []byte {
			child := recorded.Value(file, parent)
			return bytes.Replace(file, []byte(`"`+parent+`":null`), []byte(`"`+parent+`":"`+child+`"`), 1)
		}
	}
	return own
}

// meetEachLineMissing removes each line in turn. Among them are all parents and all calls.
func (a Adapter) meetEachLineMissing(t testing.TB, fixture string) {
	t.Helper()
	s := a.place(t, fixture)
	lines := linesOf(s.file(t))
	for i := range lines {
		fixtures.Put(t, s.location.Path, append(bytes.Join(slices.Concat(lines[:i], lines[i+1:]), []byte("\n")), '\n'))
		a.meet(t, s, fmt.Sprintf("%s without line %d", fixture, i+1))
	}
}

// checkDamageChanges fails if one of the adapter's own damages changes no fixture.
func (a Adapter) checkDamageChanges(t testing.TB) {
	t.Helper()
	for name, damage := range a.ownDamages() {
		harmless := true
		a.eachFixture(t, func(s session) {
			harmless = harmless && bytes.Equal(damage(s.file(t)), s.file(t))
		})
		if harmless {
			t.Errorf("damage %q changes no fixture", name)
		}
	}
}

// meet opens a damaged session. The result must be a clear error, or entries of a sound structure that keep every
// record.
func (a Adapter) meet(t testing.TB, s session, name string) {
	t.Helper()
	stream, err := a.Reader.Open(context.Background(), s.location)
	if err != nil {
		if !errors.Is(err, adapter.ErrFormat) && !errors.Is(err, adapter.ErrEmpty) {
			t.Errorf("%s: error %v, want adapter.ErrFormat or ErrEmpty", name, err)
		}
		if !strings.Contains(err.Error(), s.location.Path) {
			t.Errorf("%s: error %q does not name the file", name, err)
		}
		return
	}
	entries := collect(t, name, stream)
	compareRecords(t, a, s, name, entries)
	problems, err := timeline.Validate(timeline.Stream{Header: stream.Header, Entries: timeline.Of(entries...)})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, problem := range problems {
		if problem.Rule == timeline.RuleID || problem.Rule == timeline.RuleType {
			t.Errorf("%s: %v", name, problem)
		}
	}
}
