package rules

import "testing"

func TestNamesWithSizesAreNoKeys(t *testing.T) {
	for value, want := range map[string]bool{
		"testRSA2048PrivateKey": false, "NewEncapsulationKey1024": false, "testEd25519PrivateKey": false,
		"plain8Qx2Zk91Lm4": true, "key20486Tz1Qq8Kw": true,
	} {
		if got := isKey(value); got != want {
			t.Errorf("%s is a key: %v", value, got)
		}
	}
}
