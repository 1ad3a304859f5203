package events_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/ui/api/events"
)

// next returns the events that a reader gets next, as texts.
func next(t *testing.T, r *events.Reader) (all []events.Event) {
	t.Helper()
	found, err := r.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestReaderThatComesBackMissesNothing(t *testing.T) {
	log := events.New()
	add := func(n int) { log.Add(events.Event{Type: "run", Ref: fmt.Sprint(n)}) }
	r := log.Reader("")
	ready := next(t, r)[0]
	if ready.Type != events.Ready {
		t.Fatalf("it begins with %+v", ready)
	}
	seen, last := 0, ready.ID
	for n := range 2000 {
		add(n)
		if rand.IntN(20) != 0 {
			continue
		}
		r = log.Reader(last) // the connection was cut, at any place
		for range 1 + rand.IntN(3) {
			if seen > n {
				break
			}
			for _, e := range next(t, r) {
				if e.Ref != fmt.Sprint(seen) {
					t.Fatalf("after %d events comes %+v", seen, e)
				}
				seen, last = seen+1, e.ID
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d were seen: the test proves nothing", seen)
	}
}

func TestReaderThatMissedTooMuchIsTold(t *testing.T) {
	log := events.New()
	slow := log.Reader("")
	first := next(t, slow)[0].ID
	for range 8193 {
		log.Add(events.Event{Type: "run"})
	}
	if got := next(t, slow); got[0].Type != events.Reset || len(got) != 1 {
		t.Errorf("who is slow gets %+v", got)
	}
	for _, id := range []string{first, "other-5", "nonsense", next(t, log.Reader(""))[0].ID + "9"} {
		if got := next(t, log.Reader(id)); got[0].Type != events.Reset {
			t.Errorf("who comes back with %s gets %+v", id, got)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := slow.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone gets %v", err)
	}
}

func TestStreamHasIDsAndTopics(t *testing.T) {
	log := events.New()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = events.Write(r.Context(), w, log.Reader(""), []string{"run"})
	}))
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	read := func() (lines3 [3]string) {
		for i := range lines3 {
			lines.Scan()
			lines3[i] = lines.Text()
		}
		lines.Scan()
		return lines3
	}
	if got := read(); got[1] != "event: ready" || !strings.HasPrefix(got[0], "id: ") {
		t.Fatalf("it begins with %q", got)
	}
	log.Add(events.Event{Type: "session", Ref: "claude:1"})
	log.Add(events.Event{Type: "run", Ref: "a\nb", State: "working"})
	if got := read(); got[1] != "event: run" || got[2] != `data: {"ref":"a\nb","state":"working"}` ||
		!strings.HasSuffix(got[0], "-2") {
		t.Errorf("it goes on with %q", got)
	}
}

func TestSilentStreamShowsThatItIsAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		w := httptest.NewRecorder()
		ended := make(chan error)
		go func() { ended <- events.Write(ctx, w, events.New().Reader(""), nil) }()
		time.Sleep(40 * time.Second)
		synctest.Wait()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := strings.Count(w.Body.String(), ": nothing new\n\n"); got != 2 {
			t.Errorf("after 40 s it has said %q", w.Body)
		}
	})
}
