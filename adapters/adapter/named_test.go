package adapter_test

import (
	"slices"
	"testing"

	"stead/adapters/adapter"
)

type one string

func (o one) Info() adapter.Info { return adapter.Info{Name: string(o)} }

func TestNamesAreInOrder(t *testing.T) {
	if got := adapter.Names([]one{"claude", "codex"}); !slices.Equal(got, []string{"claude", "codex"}) {
		t.Errorf("the names are %v", got)
	}
	if got := adapter.Names[one](nil); got != nil {
		t.Errorf("the names of none are %v", got)
	}
}
