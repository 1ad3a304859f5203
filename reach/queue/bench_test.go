package queue_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"stead/reach/queue"
)

func BenchmarkPut(b *testing.B) {
	f := newField(b)
	for n := range b.N {
		f.put(queue.Job{ID: fmt.Sprint(n)})
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkTake has jobs that end at once be taken, by machines of four slots.
func BenchmarkTake(b *testing.B) {
	for _, c := range []struct{ machines, projects, limit int }{{1, 1, 0}, {3, 1, 0}, {3, 20, 0}, {3, 1, 100}} {
		b.Run(fmt.Sprintf("machines=%d/projects=%d/limit=%d", c.machines, c.projects, c.limit), func(b *testing.B) {
			f := newField(b)
			for n := range b.N {
				f.put(queue.Job{ID: fmt.Sprint(n), Account: "work", Project: fmt.Sprint("p", n%c.projects)})
			}
			var left sync.WaitGroup
			left.Add(b.N)
			b.ResetTimer()
			for n := range c.machines {
				o := f.options(fmt.Sprint("m", n))
				o.Begin = func(context.Context, queue.Job) error { left.Done(); return nil }
				if c.limit > 0 {
					o.Limits.Accounts = map[string]int{"work": c.limit}
				}
				f.run(o)
			}
			left.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// BenchmarkWaiting has a machine ask why 200 jobs wait.
func BenchmarkWaiting(b *testing.B) {
	f := newField(b)
	for n := range 200 {
		f.put(queue.Job{ID: fmt.Sprint(n)})
	}
	for b.Loop() {
		if list, err := queue.Waiting(b.Context(), f.phone, "ann", time.Now()); err != nil || len(list) != 200 {
			b.Fatal(len(list), err)
		}
	}
}
