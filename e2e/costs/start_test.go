package costs_test

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"stead/e2e/harness"
)

// What the packages of the program may allocate before any command begins, in bytes and in number. Unlike times, these
// are nearly the same at each run: maps differ by some 1 KB, which the budget leaves room for. NATS' client, with the
// keys of its machines, takes some 77 KB in 500 of them.
const (
	startBytes  = 1_312_000
	startAllocs = 9_100
	// packageBytes is what one package may take, unless it is one of the libraries that are known to take more.
	packageBytes = 55_000
)

// greedy are the libraries that take more. What they make when they are loaded nobody can put off but by doing without
// them.
var greedy = map[string]int{
	"github.com/yuin/goldmark/extension": 280_000,
	"github.com/yuin/goldmark/util":      160_000,
	"github.com/yuin/goldmark/parser":    130_000,
	// Of the MCP SDK, which takes 125 KB in 890 allocations altogether, 0.4 ms of some 6.
	"github.com/google/jsonschema-go/jsonschema": 90_000,
	// With its package yaml it takes 175 KB in 1,177 allocations, some 1 ms: regular expressions and tables of the
	// validation.
	"github.com/danielgtaylor/huma/v2": 135_000,
}

var initLine = regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`)

// TestNothingThatACommandDoesNotNeedIsMadeAtTheStart has Go's runtime tell what each package's variables cost.
func TestNothingThatACommandDoesNotNeedIsMadeAtTheStart(t *testing.T) {
	t.Parallel()
	stead, err := harness.SteadBinary()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(stead, "version")
	command.Env = []string{"HOME=" + t.TempDir(), "GODEBUG=inittrace=1"}
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	packages, bytes, allocs := 0, 0, 0
	for _, line := range initLine.FindAllStringSubmatch(string(said), -1) {
		size, errSize := strconv.Atoi(line[2])
		number, errNumber := strconv.Atoi(line[3])
		if errSize != nil || errNumber != nil {
			t.Fatalf("%s: %v, %v", line[0], errSize, errNumber)
		}
		packages, bytes, allocs = packages+1, bytes+size, allocs+number
		if limit := max(packageBytes, greedy[line[1]]); size > limit {
			t.Errorf("%s takes %d bytes before any command begins; the budget is %d. See internal/sys/lazy", line[1], size,
				limit)
		}
	}
	if packages < 20 {
		t.Fatalf("%d packages are told of:\n%s", packages, said)
	}
	if bytes > startBytes || allocs > startAllocs {
		t.Errorf("all packages take %d bytes in %d allocations before any command begins; the budget is %d in %d", bytes,
			allocs, startBytes, startAllocs)
	}
	t.Logf("%d packages, %d bytes, %d allocations", packages, bytes, allocs)
}
