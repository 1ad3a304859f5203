package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"stead/browser"
	"stead/browser/events"
	"stead/internal/corpus"
	"stead/internal/resources"
)

const largeID = "00000000-aaaa-4bbb-8ccc-000000000001"

// putLarge writes a session of 50,000 entries.
func (m *machine) putLarge() {
	m.t.Helper()
	var text bytes.Buffer
	parent := "null"
	for n := range 50_000 {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
		kind, message := "user", fmt.Sprintf(`{"role":"user","content":"question %d"}`, n)
		if n%2 == 1 {
			kind = "assistant"
			message = fmt.Sprintf(`{"id":"msg_%d","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"answer %d %s"}],"usage":{"input_tokens":1,"output_tokens":1}}`,
				n, n, bytes.Repeat([]byte("word "), 20+n%400))
		}
		fmt.Fprintf(&text, `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"%s","sessionId":"%s","version":"2.1.197","type":"%s","uuid":%s,"timestamp":"2026-11-20T18:%02d:00.000Z","message":%s}`+"\n",
			parent, project, largeID, kind, id, n%60, message)
		parent = id
	}
	m.put(largeID, text.String())
}

// BenchmarkPages asks for pages of 100 entries anywhere in a session of 50,000, on a machine with 2,000 sessions, while 200 streams are open.
func BenchmarkPages(b *testing.B) {
	m := newMachine(b)
	m.putLarge()
	if _, err := corpus.Claude(m.home+"/.claude", corpus.Size{Sessions: 2000, Smallest: 4 << 10, Largest: 40 << 10}, 1); err != nil {
		b.Fatal(err)
	}
	for range 200 {
		m.follow("", "")
	}
	began := time.Now()
	m.get("/sessions/claude/"+largeID+"/entries", &browser.Page{})
	first := time.Since(began)
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		r := m.request(http.MethodGet, fmt.Sprintf("/api/v1/sessions/claude/%s/entries?from=%d", largeID, n*7919%49_900), "")
		began := time.Now()
		if status, body, _ := m.do(r); status != http.StatusOK {
			b.Fatalf("%d\n%s", status, body)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(first.Microseconds())/1000, "ms-first")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(resources.Heap())/(1<<20), "MB-heap")
}

// 200 streams get each event, in little memory, though a session of 50,000 entries is read beside them.
func TestManyStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes a large session")
	}
	m := newMachine(t)
	m.putLarge()
	before := resources.Heap()
	var waiting sync.WaitGroup
	for range 200 {
		stream, _ := m.follow("", "")
		waiting.Go(func() {
			for n := range 100 {
				if want, e := fmt.Sprintf(`{"ref":"%d"}`, n), waitForQuietly(stream); e.data != want {
					t.Errorf("instead of %s comes %+v", want, e)
					return
				}
			}
		})
	}
	for n := range 100 {
		m.events.Add(events.Event{Type: "session", Ref: fmt.Sprint(n)})
	}
	var p browser.Page
	m.get("/sessions/claude/"+largeID+"/entries?from=49990", &p)
	if p.Total != 50_000 || len(p.Items) != 10 {
		t.Errorf("the end has %d of %d entries", len(p.Items), p.Total)
	}
	waiting.Wait()
	if grown := (int64(resources.Heap()) - int64(before)) >> 20; grown > 100 {
		t.Errorf("the heap has grown by %d MB", grown)
	}
}

// waitForQuietly returns the next event of a session.
func waitForQuietly(stream <-chan event) event {
	for e := range stream {
		if e.kind == "session" {
			return e
		}
	}
	return event{}
}
