package jsonl

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameAsStandard compares Members and Elements with the standard library on valid JSON, all the way down.
func sameAsStandard(t *testing.T, value Value) {
	t.Helper()
	switch {
	case value.IsObject():
		var want map[string]json.RawMessage
		if err := json.Unmarshal(value, &want); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		got := map[string]json.RawMessage{}
		for key, member := range Members(value) {
			var name string
			if err := json.Unmarshal(append(append([]byte{'"'}, key...), '"'), &name); err != nil {
				t.Fatalf("key %q: %v", key, err)
			}
			got[name] = json.RawMessage(member)
			sameAsStandard(t, member)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("members of %s differ:\n%s", value, diff)
		}
	case value.IsArray():
		var want, got []json.RawMessage
		if err := json.Unmarshal(value, &want); err != nil {
			t.Fatalf("%s: %v", value, err)
		}
		for element := range Elements(value) {
			got = append(got, json.RawMessage(element))
			sameAsStandard(t, element)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("elements of %s differ:\n%s", value, diff)
		}
	case value.IsString():
		var want string
		if err := json.Unmarshal(value, &want); err == nil && want != value.String() && utf8.Valid(value) {
			t.Errorf("%s decodes to %q, want %q", value, value.String(), want)
		}
	}
}

// hard are inputs on which JSON scanners often fail.
var hard = []string{
	`{}`, `[]`, ` { "a" : [ 1 , { } , [ ] , "]}" ] , "b" : -1.5e+3 , "c":true,"d":null } `, `{"a\"b":1,"c\\":"\\","":""}`,
	`["\\\"", "\\\\", "\u0022"]`, `{"a":"\\"}`, "{\"a\":\t1,\r\n\"b\":2}", `"x"`, `17`, `null`, `{"a"`, `{"a":`,
	`{"a":"`, `{"a":"\`, `[1,`, `{`, `[`, `"`, ``,
	"\"12345678\\u00e9 12345678\\ud83d\"", "\"1234567\x1f\"", "\"12345678é\"", `[-0.0,1E+2,01]`, `[1.]`, `[tru]`,
	`{"a":1 "b":2}`, `[1 2]`, `{,}`, `[,]`, "\uFEFF{}", "{}\r", `{"text":"\ud83d"}`, `{"text":"\ud83d\ude00"}`,
	`{"t":"\\ud83d"}`, "\xff", "{\"a\":\"\xff\"}",
	strings.Repeat("[", 2_000), strings.Repeat(`{"a":`, 300), `{"a":1,"a":2}`,
}

func FuzzClean(f *testing.F) {
	for _, seed := range hard {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		given := bytes.Clone(line)
		clean, changed, ok := Clean(line)
		if !bytes.Equal(given, line) {
			t.Fatal("the line was changed in place")
		}
		if ok != json.Valid(clean) {
			t.Fatalf("%q is valid: %v, the standard library says %v", clean, ok, json.Valid(clean))
		}
		if !changed && ok && !json.Valid(line) {
			t.Fatalf("%q cannot stand inside JSON, and is not said to be changed", line)
		}
		if !utf8.Valid(clean) {
			t.Fatalf("%q is not UTF-8", clean)
		}
		if !ok {
			walk(clean) // must end
			return
		}
		if again, _, _ := Clean(clean); !bytes.Equal(again, clean) {
			t.Fatalf("cleaned twice, %q became %q", clean, again)
		}
		if !hasDoubledKey(clean) {
			sameAsStandard(t, clean)
		}
	})
}

func walk(value Value) int {
	n := 0
	for _, member := range Members(value) {
		n += 1 + len(member.String())
	}
	for element := range Elements(value) {
		n += 1 + len(element.String())
	}
	return n
}

// hasDoubledKey reports whether any object names a member twice, of which the standard library keeps the last.
func hasDoubledKey(clean []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(clean))
	var keys []map[string]bool
	var isKey []bool
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		last := len(isKey) - 1
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{', '[':
				keys, isKey = append(keys, map[string]bool{}), append(isKey, token == '{')
				continue
			}
			keys, isKey = keys[:last], isKey[:last]
			last--
		case string:
			if last >= 0 && isKey[last] {
				if keys[last][token] {
					return true
				}
				keys[last][token] = true
				isKey[last] = false
				continue
			}
		}
		// A value has ended: in an object the next token is a key again.
		if last >= 0 && keys[last] != nil && decoder.More() && len(keys[last]) > 0 {
			isKey[last] = true
		}
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, line, clean string
		changed, ok       bool
	}{
		{"sound", `{"a":1}`, `{"a":1}`, false, true},
		{"carriage return", "{}\r", "{}", true, true},
		{"byte order mark", "\uFEFF{}", "{}", true, true},
		{"surrounding space", " {} ", "{}", true, true},
		{"invalid UTF-8", "\"\xff\"", "\"\uFFFD\"", true, true},
		{"zeros behind it", "{}\x00\x00 \x00\r", "{}", true, true},
		{"nothing but zeros", "\x00\x00", "", true, false},
		{"lone high surrogate", `"\ud83d!"`, `"\ufffd!"`, false, true},
		{"lone low surrogate", `"\uDE00"`, `"\ufffd"`, false, true},
		{"high twice then low", `"\ud83d\ud83d\ude00"`, `"\ufffd\ud83d\ude00"`, false, true},
		{"pair", `"\ud83d\ude00"`, `"\ud83d\ude00"`, false, true},
		{"escaped backslash before ud83d", `"\\ud83d"`, `"\\ud83d"`, false, true},
		{"blank", "", "", false, false},
		{"cut", `{"a":"b`, `{"a":"b`, false, false},
		{"two values", `{}{}`, `{}{}`, false, false},
		{"nested too deep for the stack", strings.Repeat("[", 1<<20), strings.Repeat("[", 1<<20), false, false},
		{"control character in a string", "\"\x01\"", "\"\x01\"", false, false},
	} {
		clean, changed, ok := Clean([]byte(c.line))
		if string(clean) != c.clean || changed != c.changed || ok != c.ok {
			t.Errorf("%s: got %.60q changed %v ok %v", c.name, clean, changed, ok)
		}
	}
}

func TestNestingHasTheStandardLibrarysLimit(t *testing.T) {
	for _, depth := range []int{maxNesting - 1, maxNesting, maxNesting + 1} {
		for _, nested := range []string{
			strings.Repeat("[", depth) + strings.Repeat("]", depth),
			strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth),
		} {
			if _, _, ok := Clean([]byte(nested)); ok != json.Valid([]byte(nested)) {
				t.Errorf("%.5s nested %d deep: valid is %v", nested, depth, ok)
			}
		}
	}
}

func TestSoundLineIsNotCopied(t *testing.T) {
	line := []byte(`{"a":"\ud83d\ude00"}`)
	if clean, _, _ := Clean(line); &clean[0] != &line[0] {
		t.Error("the line was copied")
	}
}

func TestValue(t *testing.T) {
	v := Value(`{"s":"a\nb","n":12,"f":1.9,"big":1e3,"neg":-4,"t":true,"null":null,"o":{"deep":{"x":"y"}},"a":[1]}`)
	if got := v.Get("o", "deep", "x").String(); got != "y" {
		t.Errorf("deep value %q", got)
	}
	if !v.Get("o", "nothing", "x").IsNull() || !v.Get("null").IsNull() || v.Get("s", "x") != nil {
		t.Error("an absent value is there")
	}
	for key, want := range map[string]int64{"n": 12, "f": 1, "big": 1000, "neg": -4, "s": 0, "absent": 0} {
		if got := v.Get(key).Int(); got != want {
			t.Errorf("%s is %d, want %d", key, got, want)
		}
	}
	for key, want := range map[string]float64{"n": 12, "f": 1.9, "big": 1000, "neg": -4, "s": 0, "absent": 0} {
		if got := v.Get(key).Float(); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	if !v.Get("t").Bool() || v.Get("n").Bool() {
		t.Error("wrong booleans")
	}
	if v.Get("s").String() != "a\nb" || v.Get("n").String() != "" {
		t.Error("wrong strings")
	}
	if !v.Get("o", "deep", "x").Is("y") || v.Get("s").Is("a") || Value(nil).Is("") || Value(`"`).Is("") {
		t.Error("wrong comparison")
	}
	if !v.IsObject() || !v.Get("a").IsArray() || v.Get("a").IsObject() || !v.Get("s").IsString() {
		t.Error("wrong kinds")
	}
}
