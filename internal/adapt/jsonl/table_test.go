package jsonl_test

import (
	"sync"
	"testing"

	"stead/internal/adapt/jsonl"
)

type sample struct {
	First  jsonl.Value `member:"first"`
	Other  string
	Second jsonl.Value `member:"second,former"`
	Is     bool        `member:"is"`
	Third  jsonl.Value `member:"third"`
}

var sampleMembers jsonl.Table[sample]

func TestTable(t *testing.T) {
	for line, want := range map[string]sample{
		`{"first":"a","third":[1],"is":true}`: {First: jsonl.Value(`"a"`),
			Third: jsonl.Value(`[1]`), Is: true},
		`{"former":1,"Other":"x","other":"y","":2,"fourth-member":3}`: {Second: jsonl.Value(`1`)},
		`{"second":1,"former":2}`:                                     {Second: jsonl.Value(`2`)},
		`{"is":"true"}`:                                               {},
		`[1]`:                                                         {},
		``:                                                            {},
	} {
		got := sampleMembers.Peek([]byte(line))
		if string(got.First) != string(want.First) || string(got.Second) != string(want.Second) ||
			string(got.Third) != string(want.Third) ||
			got.Is != want.Is || got.Other != "" {
			t.Errorf("%s: %+v", line, got)
		}
	}
	var one sample
	sampleMembers.Set(&one, []byte("third"), jsonl.Value(`3`))
	sampleMembers.Set(&one, []byte("thirds"), jsonl.Value(`4`))
	if string(one.Third) != "3" || one.First != nil {
		t.Errorf("%+v", one)
	}
}

// TestTableIsUsedAtOnce reads the table from several goroutines, for the race detector.
func TestTableIsUsedAtOnce(t *testing.T) {
	var members jsonl.Table[sample]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := members.Peek([]byte(`{"first":1}`)); string(got.First) != "1" {
				t.Errorf("%+v", got)
			}
		})
	}
	all.Wait()
}

func TestTableKnowsItsTypes(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a member in a string is taken")
		}
	}()
	var members jsonl.Table[struct {
		Text string `member:"text"`
	}]
	members.Peek([]byte(`{}`))
}
