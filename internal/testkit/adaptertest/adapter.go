package adaptertest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
	"stead/readers"
	"stead/writers"
)

// Adapter describes an adapter to the suite.
type Adapter struct {
	Reader readers.Reader
	// Writer writes the format that Reader reads. Nil skips the checks of writing.
	Writer writers.Writer
	// Recorded are the recorded sessions of the format.
	Recorded recorded.Sessions
	// Place puts a fixture into the store at root. Nil means that the format's layout does it ([fixtures.Place]).
	Place func(t testing.TB, root, fixture string) adapter.Location
	// Records returns the records of the session at a location, without line breaks. Nil means that the records are the
	// lines of the session's file.
	Records func(t testing.TB, location adapter.Location) [][]byte
	// Anonymous returns a record without the parts that differ between two sessions of the same content: above all, their
	// ids. It is needed together with Records.
	Anonymous func(record []byte) []byte
	// Prepare makes the empty store that the CLI itself makes at its first start. Nil means that the writer needs none.
	Prepare func(t testing.TB, root string)
}

// Run runs the whole suite, each check as a subtest.
func Run(t *testing.T, a Adapter) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) { c.run(t, a) })
		for _, name := range slices.Sorted(maps.Keys(a.Recorded.Further)) {
			t.Run(c.name+", "+name, func(t *testing.T) { c.run(t, a.of(a.Recorded.Further[name])) })
		}
	}
}

// of returns the adapter with other recorded sessions.
func (a Adapter) of(s recorded.Sessions) Adapter {
	a.Recorded = s
	if s.IsRead {
		a.Writer = nil
	}
	if s.HasEdits {
		a.Reader = struct{ readers.Reader }{a.Reader} // and is not a Tailer
	}
	if s.Files != nil {
		a.Records = func(t testing.TB, l adapter.Location) [][]byte { return linesOfAll(t, s.Files(l.Path)) }
		a.Anonymous = func(record []byte) []byte { return record }
	}
	return a
}

func linesOfAll(t testing.TB, files []string) (lines [][]byte) {
	t.Helper()
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, linesOf(content)...)
	}
	return lines
}

// check is one test of the suite. It takes a testing.TB so that the suite's own tests can watch it fail.
type check struct {
	name string
	run  func(testing.TB, Adapter)
}

var checks = []check{
	{"info is complete", checkInfo},
	{"detects its own format only", checkDetect},
	{"an empty home has no store", checkEmptyHome},
	{"lists each session once", checkList},
	{"a place changes with its session", checkPlaces},
	{"one bad file is one error in the list", checkListBadFile},
	{"a missing session is not found", checkMissing},
	{"the timeline is the golden one", checkGolden},
	{"the structure is sound", checkStructure},
	{"every record is kept", checkRecords},
	{"damage is met", checkDamage},
	{"an invented kind is named", checkInvented},
	{"a stranger sets nothing", checkOutside},
	{"a line that cannot be read is named", checkUnreadable},
	{"what is no file is met", checkSpecialFiles},
	{"a huge line is met in bounded memory", checkHugeLine},
	{"memory does not grow with the session", checkMemory},
	{"reading changes nothing", checkUntouched},
	{"ranging again yields the same", checkRangeAgain},
	{"leaving early is safe", checkLeaveEarly},
	{"a cancelled context ends the reading", checkCancel},
	{"a session that grows is read as it was", checkGrowing},
	{"a tail fed in halves sees what the stream sees", checkTail},
	{"a tail knows at each line what is active", checkPath},
	{"a record alone tells the same", checkAt},
	{"what was appended is read alone", checkFrom},
	{"a session can be read without records that nobody needs", checkPick},
	{"the same id restores every byte", checkRestore},
	{"a new id changes nothing but the id", checkRename},
	{"the universal format and back restores every byte", checkUniversal},
	{"half a character stays where it was, and goes nowhere else", checkHalves},
	{"CUSF and back loses nothing that CUSF has", checkExchange},
	{"an export as CUSF is graded A", checkGrade},
	{"written and read back it is the same but for declared losses", checkRoundTrip},
	{"nothing but the session's own files is attached", checkAttachments},
	{"writing twice makes two sessions", checkWriteTwice},
	{"an existing session is refused", checkExisting},
	{"adding to a session leaves what it holds", checkExtend},
	{"a session that has changed is not added to", checkExtendChanged},
	{"a failing addition leaves the session as it was", checkExtendFailing},
	{"a failing destination is reported", checkFailingDestination},
	{"a blocked folder leaves nothing behind", checkBlockedFolder},
	{"a full disk leaves nothing behind", checkFullDisk},
	{"a failing source leaves nothing behind", checkFailingSource},
}

// store returns the CLI's store in a new home.
func (a Adapter) store(t testing.TB) (adapter.Host, adapter.Store) {
	home := t.TempDir()
	return fixtures.Host(home), adapter.Store{CLI: a.Reader.Info().Name, Root: filepath.Join(home, a.Recorded.Root)}
}

// newStore returns the store of a CLI that was started once in a new home.
func (a Adapter) newStore(t testing.TB) (adapter.Host, adapter.Store) {
	host, store := a.store(t)
	if a.Prepare != nil {
		a.Prepare(t, store.Root)
	}
	return host, store
}

// put puts a fixture into the store at root.
func (a Adapter) put(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	if a.Place != nil {
		return a.Place(t, root, fixture)
	}
	return fixtures.Place(t, a.Recorded, root, fixture)
}
