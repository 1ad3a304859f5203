package remote

import "testing"

func TestMachineIsSplitOffAReference(t *testing.T) {
	for reference, want := range map[string][2]string{
		"laptop/claude:5f2a": {"laptop", "claude:5f2a"}, "desk-2/run:latest": {"desk-2", "run:latest"},
		"my_desk/claude:5f2a": {"my_desk", "claude:5f2a"}, "desk/latest": {"desk", "latest"}, "desk/.": {"desk", "."},
		"desk/20261125-120429.705-e2c3": {"desk", "20261125-120429.705-e2c3"}, "desk/ab12": {"desk", "ab12"},
		"desk/kimi-cli:x/y": {"desk", "kimi-cli:x/y"},
		"./session.jsonl":   {}, "a/b.jsonl": {}, "src/main.go": {}, "claude:5f2a": {}, "latest": {}, ".": {}, "/tmp/x": {},
		"../desk/latest": {}, "desk/": {}, "": {}, "a b/latest": {},
	} {
		machine, rest, ok := Split(reference)
		if ok != (want[0] != "") || machine != want[0] || rest != want[1] {
			t.Errorf("%q is %q, %q, %t", reference, machine, rest, ok)
		}
	}
}
