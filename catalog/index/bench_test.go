package index_test

import (
	"fmt"
	"os"
	"testing"

	"stead/catalog/index"
)

// many is an index of as many sessions as a busy year leaves.
func many(b *testing.B) (*machine, *index.Index) {
	b.Helper()
	m := newMachine(b)
	for n := range 2000 {
		m.write(m.path(fmt.Sprintf("-p%d", n%20), n), newTalk(n).turn("words"), os.O_TRUNC)
	}
	x := m.index()
	refresh(b, x)
	return m, x
}

func BenchmarkLook(b *testing.B) {
	_, x := many(b)
	for b.Loop() {
		if _, err := x.Look(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSessions(b *testing.B) {
	_, x := many(b)
	for b.Loop() {
		if _, err := x.Sessions(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	_, x := many(b)
	for b.Loop() {
		if all, _, err := x.List(b.Context()); err != nil || len(all) != 2000 {
			b.Fatal(len(all), err)
		}
	}
}

func BenchmarkRefreshAfterAnAppend(b *testing.B) {
	m, x := many(b)
	k := newTalk(7)
	k.records = 1000
	for b.Loop() {
		m.write(m.path("-p7", 7), k.turn("more"), os.O_APPEND)
		if r := refresh(b, x); r.Read != 1 {
			b.Fatal(r)
		}
	}
}
