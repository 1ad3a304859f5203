package store_test

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestAJournalIsForcedToTheDiskOncePerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := create(t, history())
		forced := j.CountForces()
		expect := func(want int64) {
			t.Helper()
			synctest.Wait()
			if got := forced.Load(); got != want {
				t.Fatalf("forced %d times instead of %d", got, want)
			}
		}
		for n := range 10 {
			add(t, j, n)
		}
		expect(0)
		time.Sleep(time.Second) // of the bubble's clock
		expect(1)
		time.Sleep(time.Hour)
		expect(1) // nothing came
		add(t, j, 10)
		if err := j.Sync(); err != nil {
			t.Fatal(err)
		}
		expect(2)
		if err := j.Sync(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		expect(2)
		add(t, j, 11)
		time.Sleep(time.Second)
		expect(3)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		expect(4)
	})
}
