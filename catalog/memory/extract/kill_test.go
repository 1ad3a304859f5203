package extract_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"stead/catalog/memory"
	"stead/catalog/memory/extract"
	"stead/internal/testkit/memoryfiles"
	"stead/internal/testkit/resources"
)

// victim is set in the process that is to be killed, or finds no room: the folders of the home and of the memory. Room
// is how large its files may get.
const (
	victim = "STEAD_TEST_VICTIM"
	room   = "STEAD_TEST_ROOM"
)

// TestVictim is the process that other tests kill, or give too little room: the test's own writes its log.
func TestVictim(t *testing.T) {
	home, folder, found := strings.Cut(os.Getenv(victim), "|")
	if !found {
		t.Skip("this is no test of its own")
	}
	p := newPlace(t)
	p.Host, p.Folder = host(home), folder
	bytes, err := strconv.ParseUint(os.Getenv(room), 10, 64)
	if err != nil {
		p.run()
		return
	}
	limited, restore := resources.LimitFileSize(bytes)
	_, err = extract.Run(t.Context(), p.Options)
	restore()
	full := (*extract.FullError)(nil)
	if limited && (!errors.As(err, &full) || !strings.Contains(full.Hint(), "make room") ||
		!strings.Contains(err.Error(), p.Folder)) {
		t.Errorf("with room for %d bytes: error %v", bytes, err)
	}
}

// victim returns the process that extracts from the place's home into its folder.
func (p place) victim(ctx context.Context, further ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestVictim$")
	// one that is killed does not remove its temporary folder: it lies in that of this test
	command.Env = append(append(os.Environ(), victim+"="+p.Host.Home+"|"+p.Folder, "TMPDIR="+filepath.Dir(p.Folder)),
		further...)
	return command
}

// TestKilledExtractionGoesOnToTheSameBytes kills extractions at random moments, some of them while they repair what a
// kill left.
func TestKilledExtractionGoesOnToTheSameBytes(t *testing.T) {
	p := newPlace(t)
	sessions := 40
	if resources.RaceEnabled {
		sessions = 4
	}
	for i := range sessions {
		var prompts []string
		for n := range 400 {
			prompts = append(prompts, strings.Repeat(fmt.Sprintf("prompt %d ", (i*400+n)%9000), 30))
		}
		p.claude(fmt.Sprintf("%08d-0000-4000-8000-000000000001", i), prompts...)
	}
	began := time.Now()
	p.run()
	took := time.Since(began)
	messages, events := p.files()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 4 {
		p.Folder = filepath.Join(t.TempDir(), "memory")
		for range 3 {
			// a moment, not a wait: whatever it hits must do
			ctx, stop := context.WithTimeout(t.Context(), time.Duration(random.Int64N(int64(2*took))))
			_ = p.victim(ctx).Run()
			stop()
		}
		p.run()
		if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
			t.Errorf("round %d gives %d and %d bytes, want %d and %d", round, len(m), len(e), len(messages), len(events))
		}
	}
}

// TestManyMessagesWithDuplicates: 100,000 messages, 40 % of them duplicates, in 50 sessions.
func TestManyMessagesWithDuplicates(t *testing.T) {
	resources.OnlyComputes(t)
	const sessions, each, distinct = 50, 2000, 60_000
	p := newPlace(t)
	random := rand.New(rand.NewPCG(3, 4))
	numbers := make([]int, 0, sessions*each)
	for i := range sessions * each {
		if i < distinct {
			numbers = append(numbers, i)
		} else {
			numbers = append(numbers, random.IntN(distinct))
		}
	}
	random.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	for i := range sessions {
		var prompts []string
		for _, n := range numbers[i*each : (i+1)*each] {
			prompts = append(prompts, []string{"", " ", "\r\n"}[n%3]+"prompt "+strconv.Itoa(n)+[]string{"", "\n", "\r\n"}[i%3])
		}
		p.claude(fmt.Sprintf("%08d-0000-4000-8000-000000000001", i), prompts...)
	}
	total := p.run().Total()
	if total.Messages != distinct || total.Duplicates != sessions*each-distinct || total.Events != sessions*each+sessions {
		t.Errorf("it gave %+v", total)
	}
	messages, _ := p.files()
	seen := map[string]bool{}
	for _, m := range decode[memory.Message](t, messages) {
		if m.Hash != memoryfiles.Hash(m.Content) || seen[m.Hash] {
			t.Fatalf("%s stands there twice, or with a wrong hash", m.Content)
		}
		seen[m.Hash] = true
	}
	if len(seen) != distinct {
		t.Errorf("there are %d messages, want %d", len(seen), distinct)
	}
}

func TestFullDiskIsAClearErrorAndHeals(t *testing.T) {
	whole := newPlace(t)
	for i := range 10 {
		var prompts []string
		for n := range 100 {
			prompts = append(prompts, strings.Repeat(fmt.Sprintf("prompt %d of %d ", n, i), 300))
		}
		whole.claude(fmt.Sprintf("%08d-0000-4000-8000-000000000001", i), prompts...)
	}
	whole.run()
	messages, events := whole.files()
	for _, size := range []int{100_000, 300_000, len(messages) - 1} {
		p := place{whole.Options, t}
		p.Folder = filepath.Join(t.TempDir(), "memory")
		if output, err := p.victim(t.Context(), fmt.Sprintf("%s=%d", room, size)).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, output)
		}
		p.run()
		if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
			t.Errorf("after an error with %d bytes there are %d and %d bytes, want %d and %d", size, len(m), len(e),
				len(messages), len(events))
		}
	}
}

func TestSessionThatIsRewrittenAddsOnlyWhatItSaysAnew(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one", "two", "three")
	p.run()
	_, events := p.files()
	p.claude(firstID, "three", "new", "one")
	p.run()
	_, now := p.files()
	added := decode[memory.Event](t, now[len(events):])
	if len(added) != 1 && len(added) != 2 || added[len(added)-1].Hash != memoryfiles.Hash("new") {
		t.Errorf("the events are %+v", added)
	}
}
