package dated

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// moreVariable has the test binary make things in the folder that it names, as another process would.
const moreVariable = "DATED_TEST_ROOT"

// perProcess is how many things each process makes.
const perProcess = 50

func TestMain(m *testing.M) {
	root := os.Getenv(moreVariable)
	if root == "" {
		os.Exit(m.Run())
	}
	for range perProcess {
		id, err := (Folder{Root: root, Kind: "thing"}).Create(noon)
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(id + "\n")
	}
}

func things(t *testing.T) Folder {
	t.Helper()
	return Folder{Root: filepath.Join(t.TempDir(), "things"), Kind: "thing", Record: "thing.json",
		NotFound: errors.New("nothing"), Ambiguous: errors.New("several")}
}

// create makes a thing with a record.
func create(t *testing.T, f Folder, now time.Time) string {
	t.Helper()
	id, err := f.Create(now)
	if err != nil {
		t.Fatal(err)
	}
	record(t, f, id)
	return id
}

func record(t *testing.T, f Folder, id string) {
	t.Helper()
	if err := os.MkdirAll(f.Dir(id), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Dir(id), f.Record), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func isLatest(t *testing.T, f Folder, want string) {
	t.Helper()
	if got, err := f.Find(Latest); got != want || err != nil {
		t.Errorf("the latest is %q (%v), want %q", got, err, want)
	}
}

func TestIDsSortByWhenTheyWereMade(t *testing.T) {
	f := things(t)
	var made []string
	for _, after := range []time.Duration{0, 0, 0, time.Microsecond, time.Second, -time.Hour, -time.Hour,
		-24 * time.Hour, 2 * time.Second} {
		made = append(made, create(t, f, noon.Add(after)))
		isLatest(t, f, made[len(made)-1])
	}
	if !slices.IsSorted(made) {
		t.Errorf("not sorted: %q", made)
	}
	slices.Reverse(made)
	if ids, err := f.IDs(); !slices.Equal(ids, made) || err != nil {
		t.Errorf("listed as %q, %v", ids, err)
	}
}

// TestSeveralProcessesMakeThingsInOneInstant has each of them get ids that rise, and no two the same moment.
func TestSeveralProcessesMakeThingsInOneInstant(t *testing.T) {
	f := things(t)
	var mutex sync.Mutex
	var working sync.WaitGroup
	moments := map[string]bool{}
	for range 4 {
		working.Go(func() {
			command := exec.Command(os.Args[0])
			command.Env = []string{moreVariable + "=" + f.Root}
			output, err := command.Output()
			made := strings.Fields(string(output))
			mutex.Lock()
			defer mutex.Unlock()
			if err != nil || len(made) != perProcess || !slices.IsSorted(made) {
				t.Errorf("a process made %q: %v", made, err)
			}
			for _, id := range made {
				moments[began(id)] = true
			}
		})
	}
	working.Wait()
	if len(moments) != 4*perProcess {
		t.Errorf("%d moments, want %d", len(moments), 4*perProcess)
	}
}

func TestLatestIsWhatWasLastActive(t *testing.T) {
	f := things(t)
	first, second := create(t, f, noon), create(t, f, noon)
	isLatest(t, f, second)
	if err := f.Touch(first); err != nil {
		t.Fatal(err)
	}
	isLatest(t, f, first)
	third := create(t, f, noon.Add(-time.Hour)) // the clock was set back meanwhile
	isLatest(t, f, third)
	if _, err := f.Create(noon.Add(time.Hour)); err != nil { // one that is about to begin
		t.Fatal(err)
	}
	isLatest(t, f, third)
	if err := f.Touch(second); err != nil {
		t.Fatal(err)
	}
	isLatest(t, f, second)
}

func TestIDsOfOlderVersionsAreFoundAndOlder(t *testing.T) {
	f := things(t)
	older := []string{"20261120-115959-ffff", "20261120-120000-aaaa"}
	for _, id := range older {
		record(t, f, id)
	}
	isLatest(t, f, older[1])
	made := create(t, f, noon)
	isLatest(t, f, made)
	if made <= older[1] {
		t.Errorf("%s was made after %s", made, older[1])
	}
	for name, want := range map[string]string{"aaaa": older[1], "20261120-115": older[0], made: made} {
		if got, err := f.Find(name); got != want || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := f.Find("2026"); !errors.Is(err, f.Ambiguous) {
		t.Errorf("the year alone: %v", err)
	}
}

func TestDamagedClockIsSetByWhatThereIs(t *testing.T) {
	f := things(t)
	before := create(t, f, noon)
	if err := f.Touch(before); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{f.clock(), filepath.Join(f.Dir(before), activeName)} {
		if err := os.WriteFile(path, []byte("no moment at all, and a long one\x00"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := create(t, f, noon.Add(-time.Hour))
	if made <= before {
		t.Errorf("%s was made after %s", made, before)
	}
	isLatest(t, f, made)
}

func TestOnlyWhatAThingCouldBeCalledIsAnID(t *testing.T) {
	made := create(t, things(t), noon)
	for _, id := range []string{made, "20261120-120000.000-0a9f", "20261120-120000-0a9f"} {
		if !IsID(id) {
			t.Errorf("%q is no id", id)
		}
	}
	for _, text := range []string{
		"", "0a9f", "-0a9f", "20261120-120000.000", "20261120-120000.000-0a9", "20261120-120000.000-0a9fa",
		"20261120-120000.000-0A9F", "20261120-120000.000_0a9f",
		"20261120-120000,000-0a9f", "20261320-120000.000-0a9f", "20261120-120000.0-0a9f", "20261120-120000.000-../",
		"20261120-1200000a9f", "20261120-120000.0000a9f", " 20261120-120000-0a9f",
	} {
		if IsID(text) {
			t.Errorf("%q is an id", text)
		}
	}
}

func TestClockThatIsHeldForTooLongIsNamed(t *testing.T) {
	f := things(t)
	held, err := os.OpenFile(f.clock(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := lock(held, time.Minute); err != nil {
		t.Fatal(err)
	}
	other, err := os.Open(f.clock())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := lock(other, time.Millisecond); !errors.Is(err, errHeld) {
		t.Errorf("a clock that is held: %v", err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if err := lock(other, 0); err != nil {
		t.Errorf("a clock that is free: %v", err)
	}
}
