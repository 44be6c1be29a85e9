# One container: built from the sources, run as an ordinary user that can write to /data alone.
# docs/hosting.md says how to start it.

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /sources
# what is fetched is named with its hash: requirements/server.txt for the image, build.txt for compiling
COPY requirements ./requirements
RUN python -m venv /opt/sortilege && /opt/sortilege/bin/pip install --no-cache-dir --require-hashes -r requirements/server.txt
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY pyproject.toml hatch_build.py hatch_urls.py README.md LICENSE CHANGELOG.md ./
COPY setup ./setup
COPY src ./src
# the engine is compiled; the browser bundle is taken as it is
ENV SORTILEGE_COMPILE=require SORTILEGE_FRONTEND=skip
RUN /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /opt/wheel . \
    && /opt/sortilege/bin/pip install --no-cache-dir --no-deps /opt/wheel/*.whl

FROM python:3.13-slim
RUN groupadd --gid 8421 sortilege && useradd --uid 8421 --gid 8421 --no-create-home --shell /usr/sbin/nologin sortilege \
    && install -d -o sortilege -g sortilege -m 0700 /data
COPY --from=build /opt/sortilege /opt/sortilege
ENV PATH=/opt/sortilege/bin:$PATH SORTILEGE_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 8421:8421
VOLUME /data
EXPOSE 8421
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8421/api/health', timeout=4)"]
CMD ["sortilege", "serve", "--host", "0.0.0.0", "--port", "8421", "--no-open"]
