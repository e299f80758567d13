#!/bin/sh
# Installs llama-cpp-python and a small model into the environment of the Python that is given.
# There are no wheels of it, so one is compiled (about 4 minutes on 2 processors) and kept in the
# user's cache; it is compiled again when what it is made of changes. Only this package is built (and
# without pip's cache, which does not know the flags).
set -eu
python=$1
cd "$(dirname "$0")/../.."

key=$("$python" - requirements/llm.txt requirements/llm-build.txt tests/llm/llama_wheel.sh <<'END'
import hashlib, pathlib, sys, sysconfig
parts = [pathlib.Path(name).read_bytes() for name in sys.argv[1:]]
print(hashlib.sha256(b"\0".join([*parts, sysconfig.get_platform().encode()])).hexdigest()[:16])
END
)
wheels=${XDG_CACHE_HOME:-$HOME/.cache}/perspective/wheels/llm-$key

if ! [ -d "$wheels" ]; then
	if ! command -v c++ >/dev/null 2>&1; then
		if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
			apt-get update -qq
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq g++ >/dev/null
		else
			echo "make test-llm needs a C++ compiler, and there is none: install g++ or clang" >&2
			exit 1
		fi
	fi
	"$python" -m pip install --quiet --require-hashes --no-deps --only-binary :all: \
		--requirement requirements/llm-build.txt
	mkdir -p "$(dirname "$wheels")"
	work=$(mktemp -d "$(dirname "$wheels")/build.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	# Neither its tools nor the library for them, nor pictures: the library itself is all that is
	# imported. No instructions of this very processor, so that the wheel runs on its like.
	echo 'set(LLAMA_BUILD_COMMON OFF)' >"$work/without-common.cmake"
	PATH="$(cd "$(dirname "$python")" && pwd):$PATH" \
	CMAKE_BUILD_PARALLEL_LEVEL=2 \
	CMAKE_ARGS="-DCMAKE_PROJECT_llama_cpp_INCLUDE=$work/without-common.cmake \
		-DLLAVA_BUILD=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_APP=OFF \
		-DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF \
		-DCMAKE_C_FLAGS_RELEASE=-O2 -DCMAKE_CXX_FLAGS_RELEASE=-O2" \
	"$python" -m pip wheel --quiet --no-cache-dir --require-hashes --no-deps --no-build-isolation \
		--only-binary :all: --no-binary llama-cpp-python \
		--wheel-dir "$work/wheels" --requirement requirements/llm.txt
	mv "$work/wheels" "$wheels"
fi
"$python" -m pip install --quiet --no-index --no-deps --force-reinstall "$wheels"/*.whl
