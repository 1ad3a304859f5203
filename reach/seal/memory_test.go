package seal

import (
	"testing"

	"stead/reach/member"
)

func TestMemoryHoldsABoundedNumberOfKeys(t *testing.T) {
	k := NewKeyring(nil, member.Member{}, nil, t.TempDir())
	for epoch := range uint64(mostKept + 1) {
		k.keep(name{"r", epoch}, Key{byte(epoch)})
		if len(k.keys) > mostKept {
			t.Fatalf("%d keys are held", len(k.keys))
		}
		if epoch == mostKept-1 && len(k.keys) != mostKept {
			t.Errorf("of %d keys %d are held", mostKept, len(k.keys))
		}
	}
	if got, ok := k.keys[name{"r", mostKept}]; !ok || got != (Key{byte(mostKept % 256)}) {
		t.Error("the newest key is forgotten")
	}
}
