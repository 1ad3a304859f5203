package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// told has a stream of go test -json taken, and returns what was printed of it.
func told(t *testing.T, stream string) (*results, string) {
	t.Helper()
	var output bytes.Buffer
	r := newResults(&output)
	if err := readEvents(strings.NewReader(stream), r.take); err != nil {
		t.Fatal(err)
	}
	return r, output.String()
}

func TestOnlyFailuresAndClosingLinesArePrinted(t *testing.T) {
	_, printed := told(t, `{"Action":"run","Package":"stead/a","Test":"TestGood"}
{"Action":"output","Package":"stead/a","Test":"TestGood","Output":"all is well\n"}
{"Action":"pass","Package":"stead/a","Test":"TestGood","Elapsed":0.5}
{"Action":"output","Package":"stead/a","Test":"TestBad","Output":"it is wrong\n"}
{"Action":"fail","Package":"stead/a","Test":"TestBad","Elapsed":0.5}
{"Action":"output","Package":"stead/a","Test":"TestHung","Output":"it hangs\n"}
{"Action":"output","Package":"stead/a","Output":"FAIL\tstead/a\t1.0s\n"}
{"Action":"fail","Package":"stead/a","Elapsed":1}
{"ImportPath":"stead/b","Action":"build-output","Output":"b.go:1:1: not Go\n"}
go: no line of JSON
{"Action":"output","Package":"stead/c","Output":"ok  \tstead/c\t1.0s\n"}
{"Action":"pass","Package":"stead/c","Elapsed":1}
`)
	want := "it is wrong\nFAIL\tstead/a\t1.0s\nit hangs\nb.go:1:1: not Go\ngo: no line of JSON\nok  \tstead/c\t1.0s\n"
	if printed != want {
		t.Errorf("printed:\n%s\nwant:\n%s", printed, want)
	}
}

func TestATestThatTakesTooLongFails(t *testing.T) {
	r, _ := told(t, `{"Action":"run","Package":"stead/a","Test":"TestMany/one"}
{"Action":"pass","Package":"stead/a","Test":"TestMany/one","Elapsed":119}
{"Action":"pass","Package":"stead/a","Test":"TestMany","Elapsed":238}
`)
	if err := r.judge(false, 0); err != nil {
		t.Errorf("a test of 119 s beside another one: %v", err)
	}
	r.take(event{Action: "pass", Package: "stead/a", Test: "TestSlow", Elapsed: 121})
	if err := r.judge(false, 0); err == nil || !strings.Contains(err.Error(), "stead/a TestSlow took 2m1s") {
		t.Errorf("a test of 121 s: %v", err)
	}
}

// TestTheClockOfABusyMachineIsNotATests has a test take five minutes. In three of them, processes waited for a
// processor. Such a wait before the test's turn does not count.
func TestTheClockOfABusyMachineIsNotATests(t *testing.T) {
	r, _ := told(t, "")
	var waited time.Duration
	r.pressure = func() time.Duration { return waited }
	take := func(action string, seconds float64) {
		r.take(event{Action: action, Package: "stead/a", Test: "TestSlow", Elapsed: seconds})
	}
	take("run", 0)
	waited += time.Minute
	take("cont", 0)
	waited += 3 * time.Minute
	take("pass", 300)
	if err := r.judge(false, 0); err != nil {
		t.Error(err)
	}
	take("run", 0)
	waited += 3 * time.Minute
	take("pass", 301)
	if err := r.judge(false, 0); err == nil || !strings.Contains(err.Error(), "in 2m1s of which no process waited") {
		t.Errorf("the error is %v", err)
	}
}

func TestAllTestsAreJudgedByTheirBudget(t *testing.T) {
	if err := exec.Command("go", "version").Run(); err != nil { // takes some processor time
		t.Fatal(err)
	}
	r, _ := told(t, "")
	if err := r.judge(true, time.Nanosecond); err == nil || !strings.Contains(err.Error(), "more than the budget of 1ns") {
		t.Errorf("with a budget of a nanosecond: %v", err)
	}
	for _, fits := range []error{r.judge(true, time.Hour), r.judge(false, time.Nanosecond)} {
		if fits != nil {
			t.Error(fits)
		}
	}
	r.compiled = processorTime()
	if err := r.judge(true, time.Nanosecond); err != nil {
		t.Errorf("all of it was compiling, which is no test's time: %v", err)
	}
}

func TestWhatMeasuresRunsBothWays(t *testing.T) {
	for _, c := range []struct {
		p           testPackage
		plain, race bool
	}{
		{testPackage{}, true, false}, {testPackage{concurrent: true}, false, true},
		{testPackage{measured: true}, true, false},
		{testPackage{concurrent: true, measured: true}, true, true},
	} {
		if c.p.runs(false) != c.plain || c.p.runs(true) != c.race {
			t.Errorf("%+v runs without the detector: %v, with it: %v", c.p, c.p.runs(false), c.p.runs(true))
		}
	}
}

// TestSuiteRunsAModule runs the tests of a small module: one fails, and one package has goroutines.
func TestSuiteRunsAModule(t *testing.T) {
	files := map[string]string{
		"go.mod":            "module small\n\nrequire go.uber.org/goleak v0.0.0\n\nreplace go.uber.org/goleak => ./goleak\n",
		"goleak/go.mod":     "module go.uber.org/goleak\n",
		"goleak/goleak.go":  "package goleak\n",
		"plain/a_test.go":   "package plain\n\nimport \"testing\"\n\nfunc TestBad(t *testing.T) { t.Error(\"as it should\") }\n",
		"busy/a_test.go":    "package busy\n\nimport (\n\t\"testing\"\n\n\t_ \"go.uber.org/goleak\"\n)\n\nfunc TestGood(t *testing.T) {}\n",
		"untested/plain.go": "package untested\n",
	}
	module := t.TempDir()
	for name, content := range files {
		path := filepath.Join(module, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
			os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(module)
	t.Setenv("GOFLAGS", "-mod=mod")
	packages, err := list(t.Context(), []string{"./..."})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) != 2 || packages[0] != (testPackage{path: "small/busy", concurrent: true}) ||
		packages[1] != (testPackage{path: "small/plain"}) {
		t.Fatalf("the packages are %+v", packages)
	}
	var output bytes.Buffer
	r := newResults(&output)
	if err := runAll(t.Context(), options{timeout: longest}, packages, r); !errors.Is(err, errTests) {
		t.Errorf("a test failed, and the error is %v", err)
	}
	if r.compiled == 0 {
		t.Error("compiling two packages took no time")
	}
	if len(r.failed) == 0 || r.failed[0] != (name{"small/plain", "TestBad"}) ||
		!strings.Contains(output.String(), "as it should") || !strings.Contains(output.String(), "ok  \tsmall/busy") {
		t.Errorf("failed: %v\n%s", r.failed, output.String())
	}
}
