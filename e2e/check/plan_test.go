package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var all = []known{
	{"stead/catalog", []string{"stead/timeline"}, nil},
	{"stead/cmd/stead/cli", []string{"stead/catalog", "fmt"}, nil},
	{"stead/e2e/run", nil, []string{"stead/e2e/harness", "stead/catalog"}},
	{"stead/forks", nil, []string{"stead/catalog"}},
	{"stead/timeline", nil, nil},
}

func TestWhatChangedIsLookedAt(t *testing.T) {
	withCLIs := []string{"stead/e2e/run"}
	for _, c := range []struct {
		name  string
		files []string
		want  plan
	}{
		{"nothing", []string{""}, plan{tested: []string{words}, withCLIs: withCLIs}},
		{"a page", []string{"README.md", "docs/new.md"}, plan{tested: []string{words}, withCLIs: withCLIs}},
		{"a package, twice", []string{"catalog/list.go", "catalog/testdata/a/b.json"}, plan{changed: []string{"stead/catalog"},
			tested: []string{words, "stead/catalog"}, importers: []string{"stead/cmd/stead/cli", "stead/forks"}, withCLIs: withCLIs}},
		{"tests with real CLIs", []string{"e2e/run/run_test.go"}, plan{changed: []string{"stead/e2e/run"},
			tested: []string{words}, withCLIs: withCLIs}},
	} {
		if diff := cmp.Diff(c.want, planned(c.files, all), cmp.AllowUnexported(plan{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestWhatTheMinuteLeavesOutIsTold(t *testing.T) {
	said := "ok  \tstead/catalog\t0.6s\n?   \tstead/runs\t[no test files]\n"
	got := notReached([]string{"stead/catalog", "stead/catalog/index", "stead/runs"}, said)
	if diff := cmp.Diff([]string{"stead/catalog/index"}, got); diff != "" {
		t.Error(diff)
	}
}
