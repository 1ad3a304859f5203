package adapter_test

import (
	"slices"
	"testing"

	"stead/internal/adapter"
)

type one string

func (o one) Info() adapter.Info { return adapter.Info{Name: string(o)} }

func TestAdapterIsFoundByItsName(t *testing.T) {
	all := []*one{new(one), new(one)}
	*all[0], *all[1] = "claude", "codex"
	if got := adapter.Named(all, "codex"); got != all[1] {
		t.Errorf("codex is %v", got)
	}
	if got := adapter.Named(all, "pi"); got != nil {
		t.Errorf("what there is not is %v", *got)
	}
	if got := adapter.Names(all); !slices.Equal(got, []string{"claude", "codex"}) {
		t.Errorf("the names are %v", got)
	}
	if got := adapter.Names[one](nil); got != nil {
		t.Errorf("the names of none are %v", got)
	}
}
