package command_test

import (
	"strings"
	"testing"

	"stead/catalog/memory/knowledge/command"
)

func TestSameCommandIsKnownInEveryDress(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"go test ./...", "cd /x && go test -v ./... 2>&1 | tail -5"},
		{"go test ./...", `bash -lc "cd /x; CGO_ENABLED=0 go test -count=1 ./..."`},
		{"npx tsc --noEmit", "./node_modules/.bin/tsc --noEmit"},
		{"pytest -q", "uv run python -m pytest -vv"},
		{"python3 import.py", "env A=1 timeout 60 /usr/bin/python3.12 import.py"},
		{"make -C sub test", "cd sub && make test"},
		{"npm test", "npm run test --silent"},
		{"npm --prefix web test", "npm test"},
		{"./deploy.sh --dry-run", "sudo -E ./deploy.sh --dry-run"},
		{"yes | ./install", "./install"},
		{"go test ./store", "go test store || true"},
		{"time (go vet ./...)", "go vet ./..."},
	} {
		if a, b := command.Parse(c.a), command.Parse(c.b); !command.Same(a, b) {
			t.Errorf("%q (%s) and %q (%s) differ", c.a, a, c.b, b)
		}
	}
}

func TestOtherCommandIsAnother(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"npm test", "npm run lint"}, {"make", "make clean"}, {"python a.py", "python b.py"},
		{"go test -race ./...", "go test ./..."},
		{"cargo test", "cargo build"}, {"cd x", "cd y"}, {"docker compose up -d", "docker compose ps"},
	} {
		a, b := command.Parse(c.a), command.Parse(c.b)
		if _, narrower := command.Narrower(b, a); command.Same(a, b) || narrower {
			t.Errorf("%q (%s) proves %q (%s)", c.b, b, c.a, a)
		}
	}
}

func TestNarrowerCommandNamesItsPart(t *testing.T) {
	for _, c := range []struct{ narrow, wide, by string }{
		{"go test -race ./store", "go test -race ./...", "store"},
		{"pytest tests/test_a.py::test_x", "pytest", "tests/test_a.py::test_x"},
		{"pytest tests/test_a.py -k one", "pytest tests", "one,tests/test_a.py"},
		{"npm test -- auth", "npm test", "auth"},
		{"go test -run TestAdd ./...", "go test ./...", "TestAdd"},
		{"make test", "make build && make test", ""},
		{"cargo test parser", "cargo test", "parser"},
	} {
		by, is := command.Narrower(command.Parse(c.narrow), command.Parse(c.wide))
		if !is || strings.Join(by, ",") != c.by {
			t.Errorf("%q in %q: %v %q, want %q", c.narrow, c.wide, is, by, c.by)
		}
		if _, is := command.Narrower(command.Parse(c.wide), command.Parse(c.narrow)); is {
			t.Errorf("%q is narrower than %q", c.wide, c.narrow)
		}
	}
}

func TestLookingIsNoChange(t *testing.T) {
	for line, want := range map[string]bool{
		"git diff --stat": true, "sed -n 1,20p a.go": true, "go test ./...": true, "eslint src": true, "ls && cat x": true,
		"cat a > b":       false,
		"sed -i s/a/b/ x": false, "eslint --fix src": false, "pip install x": false, "npm run build": false,
		"ls 2>/dev/null": true, "prettier --write .": false,
		"grep x y 2>&1": true, "find . -delete": false, "docker compose up": false,
	} {
		if got := command.Parse(line).Looks(); got != want {
			t.Errorf("%q looks: %v", line, got)
		}
	}
	if !command.Parse("cd x && grep -rn TODO src | head").Searches() || command.Parse("go test ./...").Searches() {
		t.Error("what searches is not known")
	}
}

func FuzzParseNeverFails(f *testing.F) {
	f.Add("cd x && FOO=1 go test ./... | tail")
	f.Add("bash -c 'bash -c \"sh -c ls\"'")
	f.Add("cat <<EOF\n$(")
	f.Fuzz(func(t *testing.T, text string) {
		l := command.Parse(text)
		if len(l.Commands) > 0 && !command.Same(l, command.Parse(text)) {
			t.Errorf("%q is not the same as itself", text)
		}
	})
}
