"""Write the samples to the fuzzer's corpus: `python -m tests.formats.write_corpus`."""

from tests.formats.map_samples import OUR_SAMPLES, SAMPLES
from tests.fuzz.fuzz_readers import CORPUS

if __name__ == "__main__":
    CORPUS.mkdir(exist_ok=True)
    for name, (_, data) in (SAMPLES | OUR_SAMPLES).items():
        (CORPUS / name).write_bytes(data)
