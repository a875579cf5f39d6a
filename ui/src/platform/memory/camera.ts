import { randomScene } from './frames';
import { refuse, type Handlers, type MemoryVillage, type World } from './world';

type Camera = Pick<
  Handlers,
  'camera_sources' | 'camera_start' | 'camera_state' | 'camera_stop' | 'frame_take'
>;

/** Stands for "as fast as the camera answers". */
const FASTEST_MS = 66;
const RING = 60;

export function cameraHandlers(world: World): Camera {
  const tell = (village: string, change: Partial<MemoryVillage['camera']>) => {
    const home = world.village(village);
    home.camera = { ...home.camera, ...change };
    world.emit({ event: 'camera', village, camera: home.camera });
    return home.camera;
  };
  const halt = (home: MemoryVillage): void => {
    if (home.cameraTimer !== null) clearInterval(home.cameraTimer);
    home.cameraTimer = null;
  };
  return {
    camera_sources: ({ village }) => ({
      sources: world
        .village(village)
        .view.agents.flatMap((agent) =>
          agent.servers.flatMap((server) =>
            server.tools
              .filter((tool) => tool.gives_image)
              .map((tool) => ({ agent: agent.id, server: server.name, tool: tool.name })),
          ),
        ),
    }),
    camera_state: ({ village }) => world.village(village).camera,
    camera_start({ village, source, interval_ms }) {
      const home = world.village(village);
      halt(home);
      const scene = randomScene();
      const every = interval_ms === 0 ? FASTEST_MS : interval_ms;
      let seq = 0;
      const shoot = (): void => {
        seq += 1;
        const picture = world.options.painter(seq, scene);
        world.media.set(`frame/${village}/${seq}`, picture.url);
        world.media.delete(`frame/${village}/${seq - RING}`);
        tell(village, {
          phase: 'live',
          fps: 1000 / every,
          ring: [...home.camera.ring, seq].slice(-RING),
          frame: {
            seq,
            at_ms: Date.now(),
            width: picture.width,
            height: picture.height,
            bytes: picture.bytes,
            format: 'JPEG',
            sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            sent_to: [],
          },
        });
      };
      const view = tell(village, {
        phase: 'starting',
        source,
        interval_ms,
        problem: null,
        ring: [],
        frame: null,
        fps: 0,
      });
      home.cameraTimer = setInterval(shoot, every);
      void world.wait(400).then(() => home.cameraTimer !== null && seq === 0 && shoot());
      return view;
    },
    camera_stop({ village }) {
      halt(world.village(village));
      return tell(village, { phase: 'off', fps: 0 });
    },
    frame_take({ village, seq }) {
      const url = world.media.get(`frame/${village}/${seq}`) ?? refuse('frame-gone');
      const frame = world.village(village).camera.frame;
      const id = world.id('attachment');
      const view = {
        id,
        name: `frame-${seq}.jpg`,
        kind: 'image',
        mime: 'image/jpeg',
        bytes: frame?.bytes ?? 0,
        frame: true,
        available: true,
      };
      world.media.set(`attachment/${id}`, url);
      world.attachments.set(id, view);
      return view;
    },
  };
}
